/** `grft`, in the header of the file: `file graft.db` and graft itself recognise the database by it. */
export const APPLICATION_ID = 0x67726674

/**
 * The migrations from each version of the tables to the next; the file's `user_version` counts those applied. A
 * released migration is never changed: a new one is added.
 */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE runs (
    key TEXT PRIMARY KEY,
    field TEXT NOT NULL,
    manifest TEXT NOT NULL,
    begun INTEGER NOT NULL,
    ended INTEGER,
    how TEXT,
    summary TEXT
  ) STRICT;
  CREATE INDEX runs_begun ON runs (begun);

  -- an episode exists when its row is here; crc: CRC-32C of the record's text; steps: number of the last one in \
the run;
  -- bulk: whole, no-pictures, or record-only
  CREATE TABLE episodes (
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    at INTEGER NOT NULL,
    tree TEXT NOT NULL,
    score REAL NOT NULL,
    end_reason TEXT NOT NULL,
    failure INTEGER NOT NULL,
    steps INTEGER NOT NULL,
    record TEXT NOT NULL,
    crc INTEGER NOT NULL,
    bulk TEXT NOT NULL DEFAULT 'whole',
    UNIQUE (run, episode)
  ) STRICT;
  CREATE INDEX episodes_at ON episodes (at);

  -- steps and traces, as gzipped JSON lines
  CREATE TABLE bulk (
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    kind TEXT NOT NULL,
    lines BLOB NOT NULL,
    UNIQUE (run, episode, kind)
  ) STRICT;

  -- the journal: issued commands are here before their first byte leaves
  CREATE TABLE commands (
    id INTEGER PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    entry TEXT NOT NULL
  ) STRICT;
  CREATE INDEX commands_episode ON commands (run, episode);

  -- author: initial, actor, or operator:NAME; null while nobody has said
  CREATE TABLE trees (
    hash TEXT PRIMARY KEY,
    xml TEXT NOT NULL,
    parent TEXT,
    author TEXT,
    cause TEXT,
    at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE images (hash TEXT PRIMARY KEY, bytes INTEGER NOT NULL) STRICT;
  CREATE TABLE frames (
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    id TEXT NOT NULL,
    image TEXT NOT NULL REFERENCES images (hash),
    UNIQUE (run, episode, id)
  ) STRICT;
  CREATE INDEX frames_image ON frames (image);

  CREATE TABLE alarms (
    id TEXT PRIMARY KEY,
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    at INTEGER NOT NULL,
    record TEXT NOT NULL,
    ack_by TEXT,
    ack_at INTEGER,
    ack_note TEXT
  ) STRICT;
  CREATE INDEX alarms_at ON alarms (at);

  -- short-term memory: what people did to the scene
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    run TEXT,
    episode INTEGER,
    field TEXT NOT NULL,
    by_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notes_field ON notes (field, at);

  -- long-term memory
  CREATE TABLE memory (
    kind TEXT NOT NULL,
    field TEXT NOT NULL,
    key TEXT NOT NULL,
    json TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, field, key)
  ) STRICT;

  CREATE TABLE audits (
    run TEXT NOT NULL,
    episode INTEGER NOT NULL,
    report INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    by_name TEXT NOT NULL,
    at INTEGER NOT NULL,
    note TEXT,
    PRIMARY KEY (run, episode, report)
  ) STRICT;

  -- policy slots: the events of which a field's slots are the fold
  CREATE TABLE slots (
    field TEXT NOT NULL,
    n INTEGER NOT NULL,
    at INTEGER NOT NULL,
    event TEXT NOT NULL,
    PRIMARY KEY (field, n)
  ) STRICT;

  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  `,
  `
  -- files of recordings that are whole, with their SHA-256; one without a row is still being written
  CREATE TABLE recordings (
    run TEXT NOT NULL REFERENCES runs (key) ON DELETE CASCADE,
    episode INTEGER NOT NULL,
    name TEXT NOT NULL,
    hash TEXT NOT NULL,
    UNIQUE (run, episode, name)
  ) STRICT;
  `,
  `
  -- one alarm a cause (docs/adr/0035): life is its causes, count, last and closed, as JSON;
  -- same_as: a call of an earlier version that says the same as this alarm
  ALTER TABLE alarms ADD COLUMN life TEXT;
  ALTER TABLE alarms ADD COLUMN same_as TEXT;
  UPDATE alarms SET same_as = g.first FROM (SELECT rowid AS r, first_value(id) OVER (PARTITION BY run, episode,
    json_extract(record, '$.reasons'), json_extract(record, '$.text') ORDER BY rowid) AS first FROM alarms) AS g
    WHERE g.r = alarms.rowid AND g.first <> alarms.id
    AND instr(record, '"robot_in_doubt"') = 0 AND instr(record, '"not_started"') = 0;
  UPDATE alarms SET life = json_object('count', 1 + g.n, 'last', g.last), ack_by = coalesce(alarms.ack_by, g.ack_by),
    ack_note = coalesce(alarms.ack_note, g.ack_note), ack_at = coalesce(alarms.ack_at, g.ack_at)
    FROM (SELECT same_as, count(*) AS n, max(at) AS last, min(ack_at) AS ack_at, ack_by, ack_note
      FROM alarms WHERE same_as <> '' GROUP BY same_as) AS g WHERE g.same_as = alarms.id;
  `,
]

export const VERSION = MIGRATIONS.length
