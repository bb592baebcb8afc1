import { z } from 'zod'
import type { Diagnostic } from '#base/diagnostic.js'
import type { Result } from '#base/result.js'
import {
  CAN_BE,
  TABLETOP_FAULT_KINDS,
  type TabletopFault,
  type TabletopFaultProfile,
} from '#tabletop/fault-profile.js'
import { parseDocument, readDocument, type DocumentKind, type Mismatch } from '../home/document.js'

/** Which faults a run at the table has besides those of its profile, and which things they may meet. */
export interface TabletopScenario {
  readonly faults: TabletopFaultProfile
  /** things that may be heavy or wide; any where absent */
  readonly items?: readonly string[]
}

/** Reads a scenario, `worlds/tabletop/scenarios/NAME.yaml`. */
export const readTabletopScenario = (
  path: string,
): Promise<Result<TabletopScenario, readonly Diagnostic[]>> => readDocument(path, SCENARIO)

export const parseTabletopScenario = (
  text: string,
  file: string,
): Result<TabletopScenario, readonly Diagnostic[]> => parseDocument(text, file, SCENARIO)

const chance = z.number().min(0).max(1)
const schema: z.ZodType<TabletopScenario> = z
  .strictObject({
    scenario: z.string().regex(/^[a-z][a-z0-9-]*$/, 'a name: small letters, digits, -'),
    text: z.string().min(1).describe('What is special, in one sentence.'),
    faults: z
      .strictObject(
        Object.fromEntries(TABLETOP_FAULT_KINDS.map((kind) => [kind, chance.optional()])) as Record<
          TabletopFault,
          z.ZodOptional<typeof chance>
        >,
      )
      .describe('The chance of each, with every skill or, of heavy and wide, with every episode.'),
    items: z.array(z.string()).min(1).optional().describe('Things that may be heavy or wide.'),
  })
  .transform(({ faults, items }) => ({ faults: faults as TabletopFaultProfile, ...(items && { items }) }))

const SCENARIO: DocumentKind<TabletopScenario> = {
  about: {
    code: 'scenario',
    name: 'scenario file',
    contents: 'which faults take place at the table, how often, and what may be heavy or wide',
    secondDocumentHint: 'write each scenario into a file of its own',
  },
  schema,
  check: ({ faults, items = [] }) => [
    ...items.flatMap((item, index) => (CAN_BE.heavy.includes(item) ? [] : [unknown(item, index)])),
    ...(['heavy', 'wide'] as const).flatMap((kind) =>
      (faults[kind] ?? 0) > 0 && items.length > 0 && !items.some((item) => CAN_BE[kind].includes(item))
        ? [noneOf(kind, items)]
        : [],
    ),
  ],
}

const noneOf = (kind: 'heavy' | 'wide', items: readonly string[]): Mismatch => ({
  path: ['items'],
  message: `none of these things can be ${kind}`,
  expected: CAN_BE[kind].join(', '),
  got: items.join(', '),
  hint: 'name one of them, or leave items out, and it may be any',
})

const unknown = (item: string, index: number): Mismatch => ({
  path: ['items', index],
  message: `there is no thing ${item} that a fault could meet`,
  expected: CAN_BE.heavy.join(', '),
  got: item,
  hint: 'the crate is wide and heavy as it is',
})
