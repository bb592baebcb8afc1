import { err, ok, type Result } from '#base/result.js'

/** How nodes without code are simulated. */
export interface MockSpec {
  /** node type; `undefined` means every type without code */
  readonly node: string | undefined
  /** probability of SUCCESS, else FAILURE; `undefined` means RUNNING for ever */
  readonly success: number | undefined
  /** the tick on which it ends, from 1; conditions answer at once */
  readonly ticks: number
}

/** default number of ticks of a mocked action: half a second at 50 Hz */
export const MOCK_TICKS = 25

/** Reads `success`, `failure@10`, `running`, `70%`, `Grasp=failure`, `Grasp=70%@5`. */
export function parseMock(text: string): Result<MockSpec, string> {
  const match = /^(?:([^=]+)=)?(success|failure|running|(\d{1,3})%)(?:@([1-9]\d{0,6}))?$/i.exec(text)
  const percent = match?.[3] === undefined ? undefined : Number(match[3])
  if (match === null || (percent !== undefined && percent > 100)) {
    return err(
      `expected [NODE=]success, failure, running or 70%, optionally followed by @TICKS, got ${JSON.stringify(text)}`,
    )
  }
  const [, node, outcome = '', , ticks] = match
  const fixed = { success: 1, failure: 0, running: undefined }[outcome.toLowerCase()]
  const success = percent === undefined ? fixed : percent / 100
  return ok({ node, success, ticks: ticks === undefined ? MOCK_TICKS : Number(ticks) })
}

/** `SUCCESS after 25 ticks`, `SUCCESS in 70 % after 5 ticks` */
export function describeMock({ success, ticks }: MockSpec, isCondition: boolean): string {
  if (success === undefined) return 'RUNNING for ever'
  const outcome =
    success === 1 ? 'SUCCESS' : success === 0 ? 'FAILURE' : `SUCCESS in ${Math.round(success * 100)} %`
  return isCondition || ticks === 1 ? `${outcome} at once` : `${outcome} after ${ticks} ticks`
}
