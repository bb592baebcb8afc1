import type { ServiceFigures, ServiceRun } from './figures.js'
import type { ServiceBench } from './run-service-bench.js'
import { percent, TRIAL_COLUMNS, trialRow, trialTables } from './tables.js'

/** The comparison for people, in plain text that is Markdown too. */
export function servicePage(
  { faults, report, writing, read: isRead }: ServiceBench,
  figures: ServiceFigures,
): string {
  const { read, unplanned } = figures
  const known = faults.declared ? 'known to be chance' : 'not known to be chance'
  const understood = read.map((one) => `${one.understood} of ${one.orders}`).join(', ')
  const asked = read.reduce((sum, one) => sum + one.asked, 0)
  return [
    `Grasps fail in ${percent(faults.grasp)}, things slip in ${percent(faults.slip)} of the drives; ` +
      `failures are ${report} and ${known}.\n` +
      `Of the steps that are written, ${percent(writing.omitted)} are left out and ${percent(writing.mistaken)} ` +
      `are mistaken. Goals are ${isRead ? 'read from the wordings' : 'given'}.`,
    ...trialTables(figures),
    `Tasks for which no plan was found: ${unplanned}; they count as failed. Orders that are understood as they are ` +
      `meant, by wording: ${understood}. Before ${asked} of them it would ask.`,
  ].join('\n\n')
}

/** One line a run. */
export function serviceCsv(runs: readonly ServiceRun[]): string {
  const head = [...TRIAL_COLUMNS, 'is_read', 'asks']
  const rows = runs.map((run) => [...trialRow(run), Number(run.isRead), Number(run.asks)])
  return `${[head, ...rows].map((row) => row.join(',')).join('\n')}\n`
}
