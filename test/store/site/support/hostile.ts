import { existsSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { APPLICATION_ID, MIGRATIONS, VERSION } from '#adapters/store/site/database/schema.js'
import { openSqlite, type Database, type Value } from '#adapters/store/site/database/sqlite.js'
import type { Rng } from '#base/random.js'
import { manifestOf, recordOf } from './record.js'

/** Names and texts that somebody may have laid there on purpose. */
const TEXTS = [
  '',
  '../../outside',
  '..',
  '/etc/passwd',
  'a\nb',
  '\u001b]0;owned\u0007\u001b[2J',
  'gone %',
  '\u0000',
  '{"a":',
  '[]',
  'null',
  '{"seed":1}',
  'x'.repeat(100_000),
  '\ud800',
  '9'.repeat(400),
]
const NUMBERS = [0, -1, 1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1, 1.5, 1e308, -1e308]

function anything(rng: Rng): Value {
  const kind = rng.int(5)
  if (kind === 0) return null
  if (kind === 1) return rng.pick(NUMBERS)
  if (kind === 2) return Uint8Array.from({ length: rng.int(300) }, () => rng.int(256))
  return rng.pick(TEXTS)
}

/** As the store's own tables, but anything may be in any column. */
const OPEN_TABLES = MIGRATIONS.join('\n')
  .replace(/\) STRICT;/g, ');')
  .replace(/ NOT NULL/g, '')
  .replace(/ REFERENCES \w+ \(\w+\)( ON DELETE CASCADE)?/g, '')

/** A database that says it is graft's, with a run that is as it should be but for some values. */
export function hostileDatabase(dir: string, rng: Rng): void {
  const db = openSqlite(join(dir, 'graft.db'), { readOnly: false })
  db.exec(`PRAGMA journal_mode = ${rng.pick(['WAL', 'DELETE'])}`)
  db.exec(`PRAGMA application_id = ${rng.int(20) === 0 ? 1 : APPLICATION_ID}`)
  db.exec(OPEN_TABLES)
  db.exec(`PRAGMA user_version = ${rng.int(20) === 0 ? rng.int(9) : VERSION}`)
  const some = <T extends Value>(value: T): Value => (rng.int(8) === 0 ? anything(rng) : value)
  const key = rng.int(4) === 0 ? rng.pick(TEXTS) : 'F1-s1-12345678'
  insert(db, 'runs', [
    key,
    some('F1'),
    some(JSON.stringify(manifestOf())),
    some(1),
    some(2),
    some('done'),
    some(null),
  ])
  for (let n = 1; n <= 3; n++) {
    const episode = some(n)
    const record = JSON.stringify(recordOf(n))
    insert(db, 'episodes', [
      key,
      episode,
      some(1),
      some('a'.repeat(64)),
      some(1),
      some('tree-success'),
      some(0),
      some(0),
      some(record),
      some(0),
      some('whole'),
    ])
    insert(db, 'bulk', [key, episode, some('steps'), some(Uint8Array.of(31, 139, 8))])
    insert(db, 'commands', [n, key, episode, some('{}')])
    insert(db, 'images', [some(`${n}`.repeat(64)), some(3)])
    insert(db, 'frames', [key, episode, some(`f${n}`), some(`${n}`.repeat(64))])
    insert(db, 'alarms', [
      ...[some(`a${n}`), key, episode, some(1), some('{}'), some(null), some(null), some(null)],
      ...[some('{}'), some(null)],
    ])
    insert(db, 'recordings', [key, episode, some('wire.bin'), some('0'.repeat(64))])
    insert(db, 'slots', [some('F1'), n, some(1), some('{}')])
    insert(db, 'trees', [
      some(`${n}`.repeat(64)),
      some('<root/>'),
      some(null),
      some(null),
      some(null),
      some(1),
    ])
  }
  for (const name of ['gone ', 'gone-picture ', 'store', 'time', 'sums'])
    if (rng.int(2) === 0)
      insert(db, 'meta', [`${name}${String(rng.pick(TEXTS)).slice(0, 80)}`, some('../../outside')])
  db.close()
}

function insert(db: Database, table: string, values: readonly Value[]): void {
  try {
    db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (${values.map(() => '?').join(', ')})`).run(...values)
  } catch {
    // SQLite itself refuses it
  }
}

/** Things in a folder that are none of the store's, or stand where its own should. @returns those that are nobody's but theirs */
export function hostileFolder(dir: string, outside: string, rng: Rng): readonly string[] {
  const theirs: string[] = []
  const lay = (path: string, bytes: string): void => {
    mkdirSync(join(path, '..'), { recursive: true })
    if (existsSync(path)) return
    writeFileSync(path, bytes)
    theirs.push(path)
  }
  lay(join(outside, 'kept.txt'), 'kept')
  lay(join(outside, '01', 'wire.bin'), 'kept too')
  for (const name of [
    'images/ab/note.txt',
    'images/holiday.jpg',
    'recordings/mine.txt',
    'recordings/F1-s1-12345678/01/notes.md',
    'images/11/\u001b[2Jx',
  ])
    if (rng.int(2) === 0) lay(join(dir, name), 'somebody')
  const links = ['recordings/F1-s1-12345678/02', 'images/22', 'recordings/linked']
  for (const name of links)
    if (rng.int(3) === 0 && !existsSync(join(dir, name))) {
      mkdirSync(join(dir, name, '..'), { recursive: true })
      symlinkSync(outside, join(dir, name))
    }
  if (rng.int(3) === 0)
    spawnSync('mkfifo', [
      join(dir, rng.pick(['graft.db-wal', 'graft.db-sums', 'graft.db-acked', 'store.json', 'ballast'])),
    ])
  else if (rng.int(3) === 0) {
    const name = rng.pick(['graft.db-wal', 'graft.db-sums', 'graft.db-acked', 'store.json', 'graft.db-shm'])
    rmSync(join(dir, name), { recursive: true, force: true })
    if (rng.int(2) === 0) mkdirSync(join(dir, name))
    else
      writeFileSync(
        join(dir, name),
        Uint8Array.from({ length: rng.int(9000) }, () => rng.int(256)),
      )
  } else if (rng.int(6) === 0) truncateSync(join(dir, 'graft.db'), rng.int(5000))
  return theirs
}
