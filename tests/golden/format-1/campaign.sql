BEGIN TRANSACTION;
CREATE TABLE adjudications (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	item BIGINT NOT NULL, 
	answer TEXT NOT NULL, 
	reason TEXT NOT NULL, 
	"by" VARCHAR(200) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_adjudications PRIMARY KEY (id), 
	CONSTRAINT uq_adjudications_item UNIQUE (item), 
	CONSTRAINT fk_adjudications_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_adjudications_item FOREIGN KEY(item) REFERENCES items (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
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
INSERT INTO "answers" VALUES(1,1,1,1,1,'cheap|cape town|hotels','counted',NULL,1794884497097);
INSERT INTO "answers" VALUES(2,1,2,2,1,'cheap|cape town|hotels','counted',NULL,1794884497175);
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
INSERT INTO "campaigns" VALUES(1,'WkR2NCxOxLZJ',1,'golden','flat','open','hJL9yt2uyeobuyPnuVhMvvjs6LxmxE3V','{"annotations": 10, "items_per_page": 6, "reservation_minutes": 30, "instructions": "", "completion_code": "", "malformed": "refuse", "payment": null, "per_worker": 0, "platform": {"completion_url": "", "screened_out": "", "closed": "", "over_quota": "", "only_with_id": false}, "language": "en", "only_own_instructions": false, "seconds_per_item": 0.0, "rules": {}}',1794884496971);
CREATE TABLE events (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	worker BIGINT, 
	page BIGINT, 
	item BIGINT, 
	at BIGINT NOT NULL, 
	what VARCHAR(40) NOT NULL, 
	rule VARCHAR(40) NOT NULL, 
	detail TEXT NOT NULL, "by" VARCHAR(200) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_events PRIMARY KEY (id), 
	CONSTRAINT fk_events_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_events_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_events_page FOREIGN KEY(page) REFERENCES pages (id), 
	CONSTRAINT fk_events_worker FOREIGN KEY(worker) REFERENCES workers (id)
);
INSERT INTO "events" VALUES(1,1,NULL,NULL,NULL,1794884496971,'created','','1 items','');
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
INSERT INTO "items" VALUES(1,1,'q0',0,'ordinary','cheap cape town hotels','','[]','',10,2,8);
CREATE TABLE members (
	campaign BIGINT NOT NULL, 
	owner BIGINT NOT NULL, 
	role VARCHAR(20) NOT NULL, 
	CONSTRAINT pk_members PRIMARY KEY (campaign, owner), 
	CONSTRAINT fk_members_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_members_owner FOREIGN KEY(owner) REFERENCES owners (id)
);
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
INSERT INTO "owners" VALUES(1,'ann',NULL,'29f7f66c10ee996bc56ac34ced58fce424b6946aeb87a9c024efada722cf8896',1794884496934);
CREATE TABLE page_items (
	page BIGINT NOT NULL, 
	place INTEGER NOT NULL, 
	item BIGINT NOT NULL, 
	CONSTRAINT pk_page_items PRIMARY KEY (page, place), 
	CONSTRAINT fk_page_items_item FOREIGN KEY(item) REFERENCES items (id), 
	CONSTRAINT fk_page_items_page FOREIGN KEY(page) REFERENCES pages (id)
);
INSERT INTO "page_items" VALUES(1,1,1);
INSERT INTO "page_items" VALUES(2,1,1);
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
	receipt TEXT, decision_reason TEXT DEFAULT '' NOT NULL, 
	CONSTRAINT pk_pages PRIMARY KEY (id), 
	CONSTRAINT fk_pages_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT fk_pages_worker FOREIGN KEY(worker) REFERENCES workers (id), 
	CONSTRAINT uq_pages_key UNIQUE ("key")
);
INSERT INTO "pages" VALUES(1,'TgWPUH2JHOaDusvUIoOqhr',1,1,0,'submitted',1794884497053,1794886297053,1794884497097,44,NULL,'','{"page": "TgWPUH2JHOaDusvUIoOqhr", "answers": 1, "repeated": false, "feedback": [], "warnings": []}','');
INSERT INTO "pages" VALUES(2,'pvCBsCNJ5Z8ENb5BSUJcd4',1,2,0,'submitted',1794884497159,1794886297159,1794884497175,16,NULL,'','{"page": "pvCBsCNJ5Z8ENb5BSUJcd4", "answers": 1, "repeated": false, "feedback": [], "warnings": []}','');
CREATE TABLE pictures (
	id INTEGER NOT NULL, 
	campaign BIGINT NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	kind VARCHAR(40) NOT NULL, 
	content BLOB NOT NULL, 
	CONSTRAINT pk_pictures PRIMARY KEY (id), 
	CONSTRAINT uq_pictures_campaign_name UNIQUE (campaign, name), 
	CONSTRAINT fk_pictures_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id)
);
CREATE TABLE sessions (
	token_hash VARCHAR(64) NOT NULL, 
	owner BIGINT NOT NULL, 
	csrf VARCHAR(64) NOT NULL, 
	expires_at BIGINT NOT NULL, 
	CONSTRAINT pk_sessions PRIMARY KEY (token_hash), 
	CONSTRAINT fk_sessions_owner FOREIGN KEY(owner) REFERENCES owners (id)
);
CREATE TABLE uploads (
	campaign BIGINT NOT NULL, 
	name VARCHAR(200) NOT NULL, 
	content BLOB NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_uploads PRIMARY KEY (campaign), 
	CONSTRAINT fk_uploads_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id)
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
	pages_rejected INTEGER NOT NULL, study VARCHAR(200), session VARCHAR(200), 
	CONSTRAINT pk_workers PRIMARY KEY (id), 
	CONSTRAINT fk_workers_campaign FOREIGN KEY(campaign) REFERENCES campaigns (id), 
	CONSTRAINT uq_workers_campaign_external UNIQUE (campaign, external), 
	CONSTRAINT uq_workers_campaign_name UNIQUE (campaign, name), 
	CONSTRAINT uq_workers_key UNIQUE ("key")
);
INSERT INTO "workers" VALUES(1,1,'YQnS6BhKG2Vz8CI0eddiuGHrPormWTLK','worker-1',NULL,'active','',0,0,NULL,1794884496998,1,1,44,0,0,0,0,0,0,NULL,NULL);
INSERT INTO "workers" VALUES(2,1,'11raOBU45gyj4GQa4Tb1krz1uGRU1DSD','worker-2',NULL,'active','',0,0,NULL,1794884497141,1,1,16,0,0,0,0,0,0,NULL,NULL);
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
CREATE INDEX ix_members_owner ON members (owner);
CREATE INDEX ix_adjudications_campaign ON adjudications (campaign);
COMMIT;
