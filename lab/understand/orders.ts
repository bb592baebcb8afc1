import { existsSync } from 'node:fs'
import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import { err, ok, type Result } from '#base/result.js'
import { projectFile, readTextFile } from '#documents/read-text-file.js'
import type { FileKind } from '#documents/yaml-problems.js'
import type { DataDomain } from '#worlds/assemble.js'
import { readDomain } from '#worlds/files/read-domain.js'
import { meaningsIn, type Meanings } from '#instructions/meanings.js'

/** One order as somebody could say it, with what it means; written by people who have not seen how it is read. */
export const gold = z.strictObject({
  world: z.string().regex(/^[\w-]+$/),
  speaker: z.string().optional(),
  order: z.string().min(1),
  kind: z.enum(['goal', 'ask', 'refuse']),
  goals: z.array(z.string()).optional(),
  readings: z.array(z.array(z.string())).optional(),
  never: z.array(z.string()).default([]),
  before: z.array(z.tuple([z.int().min(0), z.int().min(0)])).default([]),
  why: z.string().optional(),
  tags: z.array(z.string()).default([]),
})

export type Gold = z.infer<typeof gold>

/** A world that orders are given in. */
interface OrderedWorld {
  readonly domain: DataDomain
  readonly meanings: Meanings
}

/** An order with where it stands and the world that it is given in. */
export interface FiledOrder extends Gold {
  readonly file: string
  readonly line: number
  readonly in: OrderedWorld
}

const ORDER_FILE: FileKind = {
  code: 'orders',
  name: 'file of orders',
  contents: 'an order a line, as JSON, with what it means',
  secondDocumentHint: 'write one JSON object a line',
}

/** Reads files of orders and checks every order against its world; all problems at once, each with file and line. */
export async function readOrders(
  files: readonly string[],
): Promise<Result<readonly FiledOrder[], readonly Diagnostic[]>> {
  const worlds = new Map<string, OrderedWorld | Diagnostic>()
  const orders: FiledOrder[] = []
  const problems: Diagnostic[] = []
  for (const file of files) {
    const text = await readTextFile(file, ORDER_FILE)
    if (!text.ok) {
      problems.push(text.error)
      continue
    }
    for (const [index, line] of text.value.split('\n').entries()) {
      if (line.trim() === '') continue
      const at = { file, line: index + 1, column: 1 }
      const row = rowOf(line)
      if (!row.ok) problems.push(malformed(at, row.error))
      else {
        const world = worlds.get(row.value.world) ?? (await worldNamed(row.value.world))
        worlds.set(row.value.world, world)
        if ('code' in world) problems.push({ ...world, where: at })
        else {
          problems.push(...misfits(row.value, world).map((one) => ({ ...one, where: at })))
          orders.push({ ...row.value, file, line: at.line, in: world })
        }
      }
    }
  }
  if (problems.length === 0 && orders.length === 0) problems.push(none(files))
  return problems.length > 0 ? err(problems) : ok(orders)
}

function rowOf(line: string): Result<Gold, string> {
  try {
    const read = gold.safeParse(JSON.parse(line))
    return read.success ? ok(read.data) : err(z.prettifyError(read.error).split('\n')[0] ?? 'another shape')
  } catch {
    return err('it is no JSON')
  }
}

/** A world of the laboratory, which was written together with its orders, or one that ships. */
async function worldNamed(name: string): Promise<OrderedWorld | Diagnostic> {
  const own = projectFile(`lab/understand/worlds/${name}`)
  const read = await readDomain(existsSync(own) ? own : name)
  if (read.ok) return { domain: read.value, meanings: meaningsIn(read.value) }
  return {
    code: 'orders.world',
    severity: 'error',
    message: `the world of this order cannot be read: ${read.error[0]?.message ?? ''}`,
    got: name,
    hint: `name one of worlds/ or of lab/understand/worlds`,
  }
}

/** What an order says of its world that is not so any more. Held-out orders are not quoted. */
function misfits(row: Gold, { domain, meanings }: OrderedWorld): readonly Diagnostic[] {
  const { goals = [], readings = [], never, before, kind, speaker } = row
  const problems: Diagnostic[] = []
  const wrong = (message: string, hint: string): void =>
    void problems.push({ code: 'orders.misfit', severity: 'error', message, hint })
  const formulas = [...goals, ...never, ...readings.flat()]
  const unreadable = formulas.filter((formula) => !meanings.isReadable(formula)).length
  if (unreadable > 0)
    wrong(
      `${unreadable} of its ${formulas.length} formulas mean nothing in ${domain.name}`,
      'write them with the facts and objects that the world file declares now',
    )
  if (speaker !== undefined && !domain.objects.has(speaker))
    wrong(`its speaker is nobody in ${domain.name}`, 'name a person that the world file declares')
  if (kind === 'goal' && goals.length === 0) wrong('it has no goals', 'say in `goals` what is meant')
  if (kind === 'ask' && readings.length < 2) wrong('it has one reading only', 'give all of its `readings`')
  const counted = readings.length > 0 ? Math.min(...readings.map((one) => one.length)) : goals.length
  if (before.flat().some((index) => index >= counted))
    wrong('`before` counts goals that it does not have', 'count its goals from 0')
  return problems
}

const malformed = (where: Diagnostic['where'], message: string): Diagnostic => ({
  code: 'orders.line',
  severity: 'error',
  message: `this is not an order: ${message}`,
  ...(where !== undefined && { where }),
  expected: 'a JSON object with world, order, kind and goals or readings',
  hint: 'see the lines of lab/understand/orders/dev.jsonl',
})

const none = (files: readonly string[]): Diagnostic => ({
  code: 'orders.none',
  severity: 'error',
  message: 'there are no orders',
  got: files.length === 0 ? 'no file' : files.join(', '),
  hint: 'name files with an order a line',
})
