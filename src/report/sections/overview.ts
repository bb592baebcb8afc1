import { SHOWN_COLOURS, showsColours } from '#base/field-settings.js'
import { isInWorld } from '#app/run-folder/read/read-manifest.js'
import { alarmsOf } from '#learning/alarms.js'
import type { EpisodeRecord } from '#learning/episode.js'
import { faultsOfRun, placeOfRun, type RunManifest } from '#learning/manifest.js'
import { tallyOf, tallyWords } from '#learning/score.js'
import { chancesTable } from './chances.js'
import { learningCurve } from './curve.js'
import { END_REASONS } from './episode.js'
import { learnsNothing, onceTiles, stepTable } from './once.js'
import { listCauses, plural, describeTiming } from '#app/command-line/words.js'
import { html, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { points, signed } from './score-sheet.js'

/** The first screen: what ran, what it gained, the curve, the table, and the run's inputs. */
export function overview(run: RunData): Html {
  const { manifest, summary } = run
  if (learnsNothing(run)) return onceOverview(run)
  return html`<header class="masthead">
      <p class="brand">graft</p>
      <h1>${titleOf(manifest)}: ${headline(run)}</h1>
      <p class="lead">${leadText(run)}</p>
      <dl class="tiles">
        ${tile('first episode', points(summary.first))}
        ${tile(summary.scores.length > 3 ? 'last three, mean' : 'after it, mean', points(summary.lastThree))}
        ${tile('gain', signed(summary.gain))} ${tile('best', bestText(run))}
        ${tile('edits', String(summary.edits))} ${tile('alarms', String(summary.alarms))}
      </dl>
    </header>
    ${learningCurve(run)} ${episodeTable(run)} ${refusedByRule(run)}
    ${chancesTable(run.episodes.map(({ record }) => record))} ${runInputs(run)}`
}

function onceOverview(run: RunData): Html {
  return html`<header class="masthead">
      <p class="brand">graft</p>
      <h1>${orderOf(run.manifest)}</h1>
      <p class="lead">
        ${titleOf(run.manifest)}. Carried out once, with a tree that was made for it and that nobody edits.
      </p>
      ${onceTiles(run)}
    </header>
    ${stepTable(run)} ${refusedByRule(run)} ${runInputs(run)}`
}

/** What the gate refused in the whole run, most frequent rule first. */
function refusedByRule({ episodes }: RunData): Html {
  const rules = new Map<string, { text: string; episodes: number[] }>()
  for (const { record } of episodes) {
    for (const { checkId, text } of record.refusals) {
      const rule = rules.get(checkId) ?? { text, episodes: [] }
      rule.episodes.push(record.episode)
      rules.set(checkId, rule)
    }
  }
  if (rules.size === 0)
    return html`<p class="gate quiet">
      The gate refused nothing: every command that a tree requested was permitted.
    </p>`
  return html`<div class="scroll">
    <table class="gate">
      <caption>
        What the gate refused: these commands never left the computer
      </caption>
      <thead>
        <tr>
          <th scope="col">rule</th>
          <th scope="col" class="number">times</th>
          <th scope="col">in episodes</th>
          <th scope="col">for example</th>
        </tr>
      </thead>
      <tbody>
        ${[...rules]
          .sort(([, a], [, b]) => b.episodes.length - a.episodes.length)
          .map(
            ([id, { text, episodes: seen }]) =>
              html`<tr>
                <th scope="row"><span class="mark warn">${id}</span></th>
                <td class="number">${seen.length}</td>
                <td>${[...new Set(seen)].map((n) => html`<a href="#episode-${n}">${n}</a> `)}</td>
                <td class="why">${text}</td>
              </tr>`,
          )}
      </tbody>
    </table>
  </div>`
}

function headline({ summary }: RunData): string {
  const episodes = plural(summary.scores.length, 'episode')
  if (summary.scores.length < 2) return episodes
  const [from, to] = [points(summary.first), points(summary.lastThree)]
  return `${episodes}, from ${from} to ${to} points`
}

function leadText({ manifest, summary }: RunData): string {
  const actor = manifest.actor === 'model' ? 'a language model on this computer' : 'the rule-based actor'
  const change = `${plural(summary.edits, 'edit')} by ${actor}`
  const back = summary.rollbacks === 0 ? '' : `, ${summary.rollbacks} rolled back`
  const stopped =
    summary.stopped === 0 ? '' : `; ${plural(summary.stopped, 'more episode')} stopped: no result`
  const rest = summary.complete ? '' : ` The run was interrupted${stopped}.`
  return (
    `Same robot, same place, no gradient: what changed between the episodes is the behaviour tree, ` +
    `by ${change}${back}.${rest}`
  )
}

const bestText = ({ summary: { best } }: RunData): string =>
  best === null ? 'none: all were interrupted' : points(best.score)

const tile = (label: string, value: string): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

function episodeTable({ episodes }: RunData): Html {
  const words = tallyWords(episodes[0]?.record.facts)
  return html`<div class="scroll">
    <table class="episodes">
      <caption>
        All episodes
      </caption>
      <thead>
        <tr>
          <th scope="col">episode</th>
          <th scope="col" class="number">score</th>
          <th scope="col" class="number">${words.right}</th>
          <th scope="col" class="number">${words.wrong}</th>
          <th scope="col" class="number">seconds</th>
          <th scope="col">ended</th>
          <th scope="col" class="number">s</th>
          <th scope="col" class="number">c</th>
          <th scope="col" class="number">alarms</th>
          <th scope="col">then</th>
        </tr>
      </thead>
      <tbody>
        ${episodes.map(({ record }) => {
          const final = record.reports.find(({ mode }) => mode === 'final')
          const { right, wrong } = tallyOf(record)
          return html`<tr>
            <th scope="row"><a href="#episode-${record.episode}">${record.episode}</a></th>
            <td class="number strong">${points(record.score.total)}</td>
            <td class="number">${right}</td>
            <td class="number">${wrong}</td>
            <td class="number">${record.facts.operatingSeconds.toFixed(1)}</td>
            <td class="ended">${END_REASONS[record.endReason]}</td>
            <td class="number">${final === undefined ? '–' : final.s.toFixed(2)}</td>
            <td class="number">${final === undefined ? '–' : final.c.toFixed(2)}</td>
            <td class="number">${alarmsOf(record).length}</td>
            <td class="why">${thenText(record.update)}</td>
          </tr>`
        })}
      </tbody>
    </table>
  </div>`
}

/** `edited by the twin: …` in a world, `edited MoveToZone …` elsewhere */
const thenText = ({ decision, why }: EpisodeRecord['update']): string =>
  `${decision !== 'edited' ? '' : why.startsWith('the twin:') ? 'edited by ' : 'edited '}${listCauses(why)}`

/** Enough to repeat the run, and to check that the same models were used. */
function runInputs({ manifest, timing }: RunData): Html {
  const inWorld = isInWorld(manifest)
  const rows: readonly (readonly [string, Html | string])[] = [
    [`${inWorld ? 'world and task' : 'field'}, seed`, `${manifest.field.id}, ${manifest.seed}`],
    ...(inWorld ? [['scenario', scenarioOf(manifest)] as const] : []),
    ['faults', faultsOfRun(manifest)],
    ['first policy', html`${manifest.policy.name} <code>${manifest.policy.hash.slice(0, 16)}</code>`],
    ...manifest.models.map((model): readonly [string, Html] => [
      `${model.role} model`,
      html`${model.id}${model.files.map(fileHash)}`,
    ]),
    ...(inWorld ? [] : [[SHOWN_COLOURS.title, showsColours(manifest) ? 'yes' : 'no'] as const]),
    ['rollback', manifest.strictAlg1 ? 'off (Algorithm 1 exactly)' : 'on'],
    ['graft', manifest.version],
    ...(timing === undefined ? [] : [['timing', describeTiming(timing)] as const]),
  ]
  return html`<details class="ingredients">
    <summary>What went into this run</summary>
    <table>
      <tbody>
        ${rows.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td>${value}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`
}

const fileHash = ({ path, sha256 }: { readonly path: string; readonly sha256: string }): Html =>
  html`<br /><code>${path} ${sha256.slice(0, 16)}</code>`

const scenarioOf = ({ field: { setup } }: RunManifest): string =>
  (setup as { readonly scenario?: string | null }).scenario ?? 'none: all is as believed'

const orderOf = ({ field: { setup } }: RunManifest): string => {
  const { order } = (setup ?? {}) as { readonly order?: unknown }
  return typeof order === 'string' ? `“${order}”` : 'An order'
}

function titleOf(manifest: RunManifest): string {
  const place = placeOfRun(manifest)
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`
}
