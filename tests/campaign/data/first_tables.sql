BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE answers (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	page BIGINT NOT NULL, 
	worker BIGINT NOT NULL, 
	item BIGINT NOT NULL, 
	answer TEXT NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	is_right BOOLEAN, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_answers PRIMARY KEY (id), 
	CONSTRAINT fk_answers_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_answers_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_answers_page FOREIGN KEY(page) REFERENCES pages (id), 
	CONSTRAINT fk_answers_worker FOREIGN KEY(worker) REFERENCES workers (id), 
	CONSTRAINT uq_answers_worker_item UNIQUE (worker, item)
);
INSERT INTO "answers" VALUES(1,1,1,1,4,'old|town','training',0,1794831641754);
INSERT INTO "answers" VALUES(2,1,2,1,1,'red|fox|hill','counted',NULL,1794831641790);
INSERT INTO "answers" VALUES(3,1,2,1,3,'brown|bear','test',0,1794831641790);
INSERT INTO "answers" VALUES(4,1,2,1,2,'lake|side|farm','counted',NULL,1794831641790);
CREATE TABLE campaigns (
	id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	owner BIGINT NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	task VARCHAR(40) NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	link VARCHAR(64) NOT NULL, 
	"plan" TEXT NOT NULL, 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_campaigns PRIMARY KEY (id), 
	CONSTRAINT fk_campaigns_owner FOREIGN KEY(owner) REFERENCES owners (id), 
	CONSTRAINT uq_campaigns_key UNIQUE ("key"), 
	CONSTRAINT uq_campaigns_link UNIQUE (link)
);
INSERT INTO "campaigns" VALUES(1,'duPoFs6EXnli',1,'every rule','flat','open','lGFNH3DYva5jBHZEOCt0W14KsVbzotbG','{"annotations": 4, "items_per_page": 3, "reservation_minutes": 30, "instructions": "Look well.", "completion_code": "C-1", "rules": {"approval": {"rate": 0.6, "pages": 5, "unknown": "admit"}, "training": {"items": 1, "failures": 1, "action": "warn"}, "trust": {"least": "low", "medium": 0.5, "high": 0.75, "known": 5}, "well-formed": {}, "least-time": {"seconds": 3600, "action": "warn"}, "most-time": {"seconds": 900, "action": "refuse"}, "test-queries": {"every": 3, "least": 2, "score": 0.5, "action": "review"}, "unsure": {"first": 2, "threshold": 0.95, "model": "majority"}, "payment": {"per_page": 0.25, "currency": "EUR", "hourly": 9.0, "training": false}}}',1794831641602);
INSERT INTO "campaigns" VALUES(2,'IIogXZdapvCm',1,'set aside','nested','open','bSwzI0FBX9BYr2lcjuPnssCUwOFtlAhn','{"annotations": 1, "items_per_page": 6, "reservation_minutes": 30, "instructions": "", "completion_code": "", "rules": {}}',1794831641646);
INSERT INTO "campaigns" VALUES(3,'Wh3YNvewsCzB',1,'as it comes','options','open','BUDaWLvIeZhWTpgvyEMQhCNFAhjMbsuE','{"annotations": 10, "items_per_page": 20, "reservation_minutes": 30, "instructions": "", "completion_code": "", "rules": {"well-formed": {}}}',1794831641659);
CREATE TABLE events (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	worker BIGINT, 
	page BIGINT, 
	item BIGINT, 
	at BIGINT NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	rule VARCHAR(40) NOT NULL, 
	detail TEXT NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT fk_events_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_events_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_events_page FOREIGN KEY(page) REFERENCES pages (id), 
	CONSTRAINT fk_events_worker FOREIGN KEY(worker) REFERENCES workers (id)
);
INSERT INTO "events" VALUES(1,1,NULL,NULL,NULL,1794831641602,'created','','4 items');
INSERT INTO "events" VALUES(2,2,NULL,NULL,NULL,1794831641646,'created','','1 items');
INSERT INTO "events" VALUES(3,3,NULL,NULL,NULL,1794831641659,'created','','1 items');
INSERT INTO "events" VALUES(4,1,1,1,NULL,1794831641738,'warn','least-time','the page was done in 0 seconds, it takes at least 3600');
INSERT INTO "events" VALUES(5,1,1,1,4,1794831641738,'refuse','well-formed','answer 1: word 1 is ''wrong'', the query ''old town'' has ''old'' there');
INSERT INTO "events" VALUES(6,1,1,1,NULL,1794831641754,'warn','least-time','the page was done in 0 seconds, it takes at least 3600');
INSERT INTO "events" VALUES(7,1,1,1,NULL,1794831641754,'warn','training','1 of 1 training items answered otherwise than expected');
INSERT INTO "events" VALUES(8,1,1,2,NULL,1794831641790,'warn','least-time','the page was done in 0 seconds, it takes at least 3600');
CREATE TABLE items (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	name VARCHAR(500) NOT NULL, 
	position INTEGER NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	text TEXT NOT NULL, 
	paragraph TEXT NOT NULL, 
	accepted TEXT NOT NULL, 
	explanation TEXT NOT NULL, 
	wanted INTEGER NOT NULL, 
	answers INTEGER NOT NULL, 
	places INTEGER NOT NULL, 
	CONSTRAINT pk_items PRIMARY KEY (id), 
	CONSTRAINT ck_items_ck_items_never_too_many CHECK (places >= 0 AND answers >= 0 AND answers + places <= wanted OR role <> 'ordinary'), 
	CONSTRAINT fk_items_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT uq_items_campaign_name UNIQUE (campaign, name)
);
INSERT INTO "items" VALUES(1,1,'q1',3,'ordinary','red fox hill','','[]','',2,1,1);
INSERT INTO "items" VALUES(2,1,'q2',0,'ordinary','lake side farm','','[]','',2,1,1);
INSERT INTO "items" VALUES(3,1,'t1',2,'test','brown bear','','["brown bear"]','',0,0,0);
INSERT INTO "items" VALUES(4,1,'p1',3,'training','old town','','["old town"]','a place',0,0,0);
INSERT INTO "items" VALUES(5,2,'q1',0,'ordinary','red fox hill','','[]','',1,0,1);
INSERT INTO "items" VALUES(6,3,'q1',0,'ordinary','red fox hill','','[]','',10,0,10);
CREATE TABLE owners (
	id INTEGER NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	password_hash TEXT, 
	token_hash VARCHAR(64), 
	created_at BIGINT NOT NULL, 
	CONSTRAINT pk_owners PRIMARY KEY (id), 
	CONSTRAINT uq_owners_name UNIQUE (name), 
	CONSTRAINT uq_owners_token_hash UNIQUE (token_hash)
);
INSERT INTO "owners" VALUES(1,'ann','$argon2id$v=19$m=65536,t=3,p=4$3wmrnVmj+AT0P65ljG0a+A$6IWBR8/dLcDfYi5/+uV10pRi0OcAZr3vIVWskQBUKLo','84930cd4d3a10eb374bb219803ea33595e399a4f5fc37a61fc6c5764b06121b8',1794831641526);
CREATE TABLE page_items (
	page BIGINT NOT NULL, 
	place INTEGER NOT NULL, 
	item BIGINT NOT NULL, 
	CONSTRAINT pk_page_items PRIMARY KEY (page, place), 
	CONSTRAINT fk_page_items_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_page_items_page FOREIGN KEY(page) REFERENCES pages (id)
);
INSERT INTO "page_items" VALUES(1,1,4);
INSERT INTO "page_items" VALUES(2,1,1);
INSERT INTO "page_items" VALUES(2,2,3);
INSERT INTO "page_items" VALUES(2,3,2);
CREATE TABLE pages (
	id INTEGER NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	campaign BIGINT NOT NULL, 
	worker BIGINT NOT NULL, 
	is_training BOOLEAN NOT NULL, 
	state VARCHAR(20) NOT NULL, 
	issued_at BIGINT NOT NULL, 
	expires_at BIGINT NOT NULL, 
	submitted_at BIGINT, 
	milliseconds BIGINT, 
	decision VARCHAR(20), 
	comment TEXT NOT NULL, 
	receipt TEXT, 
	CONSTRAINT pk_pages PRIMARY KEY (id), 
	CONSTRAINT fk_pages_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_pages_worker FOREIGN KEY(worker) REFERENCES workers (id), 
	CONSTRAINT uq_pages_key UNIQUE ("key")
);
INSERT INTO "pages" VALUES(1,'5kUjf7KW5TCVkxWbjWTCvZ',1,1,1,'submitted',1794831641702,1794833441702,1794831641754,52,NULL,'hello','{"page": "5kUjf7KW5TCVkxWbjWTCvZ", "answers": 1, "repeated": false, "feedback": [{"place": 1, "right": false, "accepted": ["old town"], "explanation": "a place", "text": "old town", "answer": "old|town"}], "warnings": ["the page was done in 0 seconds, it takes at least 3600", "1 of 1 training items answered otherwise than expected"]}');
INSERT INTO "pages" VALUES(2,'iclTwBS70cnsHwqf2vq86I',1,1,0,'submitted',1794831641778,1794833441778,1794831641790,12,NULL,'','{"page": "iclTwBS70cnsHwqf2vq86I", "answers": 3, "repeated": false, "feedback": [], "warnings": ["the page was done in 0 seconds, it takes at least 3600"]}');
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	owner BIGINT NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_owner FOREIGN KEY(owner) REFERENCES owners (id)
);
CREATE TABLE workers (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	external VARCHAR(200), 
	state VARCHAR(20) NOT NULL, 
	reason TEXT NOT NULL, 
	needs_review BOOLEAN NOT NULL, 
	warnings INTEGER NOT NULL, 
	approval FLOAT, 
	joined_at BIGINT NOT NULL, 
	pages INTEGER NOT NULL, 
	answers INTEGER NOT NULL, 
	milliseconds BIGINT NOT NULL, 
	tests_done INTEGER NOT NULL, 
	tests_right INTEGER NOT NULL, 
	training_done INTEGER NOT NULL, 
	training_wrong INTEGER NOT NULL, 
	pages_approved INTEGER NOT NULL, 
	pages_rejected INTEGER NOT NULL, 
	CONSTRAINT pk_workers PRIMARY KEY (id), 
	CONSTRAINT fk_workers_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT uq_workers_campaign_external UNIQUE (campaign, external), 
	CONSTRAINT uq_workers_campaign_name UNIQUE (campaign, name), 
	CONSTRAINT uq_workers_key UNIQUE ("key")
);
INSERT INTO "workers" VALUES(1,1,'8IZ35W3WwDtNzAATzUwl9AXv8ojFKLx0','worker-1','5f3a','active','',0,3,NULL,1794831641670,2,3,64,1,0,1,1,0,0);
CREATE INDEX ix_campaigns_owner ON campaigns (owner);
CREATE INDEX ix_sessions_owner ON sessions (owner);
CREATE INDEX ix_items_pool ON items (campaign, role, position) WHERE places > 0;
CREATE INDEX ix_pages_campaign ON pages (campaign, submitted_at);
CREATE INDEX ix_pages_expiry ON pages (expires_at) WHERE state = 'open';
CREATE INDEX ix_pages_worker ON pages (worker);
CREATE UNIQUE INDEX uq_pages_open ON pages (worker) WHERE state = 'open';
CREATE INDEX ix_answers_campaign ON answers (campaign, state);
CREATE INDEX ix_answers_item ON answers (item);
CREATE INDEX ix_answers_page ON answers (page);
CREATE INDEX ix_events_campaign ON events (campaign);
COMMIT;
