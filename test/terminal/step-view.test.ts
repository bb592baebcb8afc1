import { describe, expect, it } from 'vitest'
import type { StepProgress } from '#app/view.js'
import { NO_PAINT } from '#terminal/paint.js'
import { StepView } from '#terminal/step-view.js'

const go = { skill: 'GoTo', args: { place: 'shelf' } }
const pick = { skill: 'Pick', args: { box: 'red' } }

function shown(act: (view: StepView) => void): string {
  let out = ''
  const plan = [go, pick, go]
  const say = ({ skill, args }: Pick<StepProgress, 'skill' | 'args'>) =>
    `${skill} ${Object.values(args)[0] ?? ''}`
  act(new StepView({ write: (text) => (out += text) }, { paint: NO_PAINT, plan, say }))
  return out
}

const tell = (view: StepView, step: typeof pick | typeof go, ...all: readonly StepProgress['status'][]) => {
  for (const status of all) view.step({ ...step, status, reason: status === 'failed' ? 'it slipped' : '' })
}

describe('the steps of an order as a person sees them', () => {
  it('has a line for each, with its number in the plan and what came of it', () => {
    const text = shown((view) => {
      tell(view, go, 'begun', 'done')
      tell(view, { ...pick, args: { ...pick.args, way: 'above' } as typeof pick.args }, 'begun', 'failed')
      tell(view, pick, 'begun', 'done')
      tell(view, go, 'begun', 'left')
    })
    expect(text).toBe(
      [
        '  1. GoTo shelf ... done',
        '  2. Pick red ... failed: it slipped',
        '  2. Pick red ... done',
        '  3. GoTo shelf ... left off',
        '',
      ].join('\n'),
    )
  })

  it('says of a step that was refused that it failed, and nothing of one for which nothing was left to do', () => {
    expect(shown((view) => tell(view, pick, 'failed'))).toBe('  2. Pick red ... failed: it slipped\n')
    expect(shown((view) => tell(view, pick, 'skipped'))).toBe('')
  })

  it('takes up its line again after something else was said', () => {
    const text = shown((view) => {
      tell(view, pick, 'begun')
      view.link({ kind: 'stood', text: 'the loop was late' })
      tell(view, pick, 'done')
      view.close()
    })
    expect(text).toBe('  2. Pick red ... \n  the loop was late\n  2. Pick red ... done\n')
  })

  it('shows neither score nor curve at its end, only where the report is', () => {
    const end = { summary: { scores: [0] }, records: [], reportPath: 'runs/x/report.html' }
    const text = shown((view) => view.end(end as unknown as Parameters<StepView['end']>[0]))
    expect(text).toBe('report: runs/x/report.html\n')
  })
})
