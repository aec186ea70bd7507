"""From a segmentation to the query an engine takes.

Phrases raise documents, they do not remove any, unless `mode="filter"` asks for it. Whatever the user typed, the
result parses: escaping is part of the work. One short file for each engine, all registered in `ENGINES`. `part="phrases"` gives
only what is added to a query one has; `wanted_phrases` gives the phrases themselves, with boost and slop.

`mine_phrases` lists the phrases of a query log; `LIST_FORMATS` writes such lists for engines and rewriters.

`read_text` understands the syntax people type (quotes, minus, plus, OR, field prefixes) and segments the words between it.
"""

from typing import TYPE_CHECKING

from caesura.foundation import lazy_door

if TYPE_CHECKING:
    from caesura.phrasing.engines import ENGINES as ENGINES
    from caesura.phrasing.engines import Part as Part
    from caesura.phrasing.engines import one_line as one_line
    from caesura.phrasing.engines import phrase as phrase
    from caesura.phrasing.engines import url_query as url_query
    from caesura.phrasing.lists.changes import list_changes as list_changes
    from caesura.phrasing.lists.mining import mine_phrases as mine_phrases
    from caesura.phrasing.lists.registry import LIST_FORMATS as LIST_FORMATS
    from caesura.phrasing.lists.registry import read_phrase_list as read_phrase_list
    from caesura.phrasing.options import Combine as Combine
    from caesura.phrasing.options import Field as Field
    from caesura.phrasing.options import Mode as Mode
    from caesura.phrasing.options import Operator as Operator
    from caesura.phrasing.options import Options as Options
    from caesura.phrasing.options import parse_fields as parse_fields
    from caesura.phrasing.options import parse_slop as parse_slop
    from caesura.phrasing.query import SegmentedQuery as SegmentedQuery
    from caesura.phrasing.query import segmented_query as segmented_query
    from caesura.phrasing.reading import read_json as read_json
    from caesura.phrasing.reading import read_pipe as read_pipe
    from caesura.phrasing.reading import read_quotes as read_quotes
    from caesura.phrasing.user_syntax import UserSyntax as UserSyntax
    from caesura.phrasing.user_syntax import read_text as read_text
    from caesura.phrasing.wanted import wanted_phrases as wanted_phrases

__getattr__, __dir__, __all__ = lazy_door(__name__)
