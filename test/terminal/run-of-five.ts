import { AlarmsOfEpisodes } from '#learning/alarms.js'
import { isCallOf } from '#learning/alarm-causes.js'
import { summarise } from '#learning/curve.js'
import { describePatch } from '#app/command-line/words.js'
import type { Output, RunView } from '#app/view.js'
import { fixtureRecords, manifestOf } from '../report/fixture.js'

/** An output that keeps what was written. */
export class Recorder implements Output {
  readonly isTTY: boolean
  readonly columns: number
  text = ''

  constructor({ isTTY = false, columns = 100 } = {}) {
    this.isTTY = isTTY
    this.columns = columns
  }

  write(text: string): void {
    this.text += text
  }
}

/** The made-up run of five episodes, as a view sees it; `text` goes wherever a person or a model writes. */
export function playRun(view: RunView, text = ''): void {
  const records = fixtureRecords(text)
  const alarms = new AlarmsOfEpisodes()
  view.start({ manifest: manifestOf(text), finished: [] })
  for (const record of records) {
    const { episode } = record
    view.unit({
      episode,
      unit: 1,
      label: `MoveToZone 1${text}`,
      t: 2600,
      status: 'SUCCESS',
      scoreSoFar: -2.6,
    })
    if (record.endReason === 'tree-failure') {
      view.unit({
        episode,
        unit: 2,
        label: `RotateBlocks${text}`,
        t: 15_200,
        status: 'FAILURE',
        scoreSoFar: 37.2,
      })
    }
    for (const report of record.reports) {
      view.assessment(report)
      alarms.step(episode, { kind: 'M', report })
      for (const call of record.alarms.filter((alarm) => isCallOf(report, alarm))) {
        const changes = alarms.step(episode, { kind: 'A', alarm: call })
        const raised = changes.filter(({ what }) => what === 'raised').map(({ alarm }) => alarm)
        view.alarm(episode, call, raised)
      }
    }
    view.episode(record, alarms.of(episode))
    view.edit(episode, record.update, describePatch(record.update.patch, undefined))
  }
  view.end({ summary: summarise(records, { episodes: 5 }), records, reportPath: 'runs/F1/report.html' })
}
