import {
  completedInWords,
  editsInWords,
  learnedInWords,
  meanScore,
  wasEdited,
  whyInWords,
} from '#app/command-line/run-words.js'
import { plural } from '#app/command-line/words.js'
import { editCount } from '#learning/actor/wrapped-steps.js'
import { uninterrupted, type EpisodeRecord } from '#learning/episode.js'
import { conditionsOf, placeOfRun, type RunManifest } from '#learning/manifest.js'
import { html, type Fragment, type Html } from '../html.js'
import type { RunData } from '../run-data.js'
import { points } from '../sections/score-sheet.js'
import { chancesTable } from './chances.js'
import { learningCurve } from './curve.js'
import { episodeTable } from './episodes.js'
import { runInputs } from './inputs.js'
import { learnsNothing, onceTiles, stepTable, tile } from './once.js'
import { pickList } from './picks.js'
import { troubleList } from './trouble.js'

/** The first screens: what a stranger asks of a run, in the order in which they ask it. */
export function overview(run: RunData): Html {
  const { manifest, summary } = run
  const records = run.episodes.map(({ record }) => record)
  if (learnsNothing(run)) return onceOverview(run)
  return html`<header class="masthead">
      <p class="brand">graft</p>
      <h1>${[titleOf(manifest), ...conditionsOf(manifest)].join(', ')}: ${headline(run)}</h1>
      <p class="lead">${leadText(run)}</p>
    </header>
    ${answer('Did it learn?', [html`<p>${learnedInWords(summary)}</p>`, figures(run), learningCurve(run)])}
    ${answer('What did it change?', changes(records))}
    ${answer('What went wrong?', [troubleList(run.episodes), chancesTable(records)])}
    ${whereToLook(run, records)}`
}

/** Of a single episode there is nothing to choose from. */
function whereToLook(run: RunData, records: readonly EpisodeRecord[]): Fragment {
  const rest = [episodeTable(run.episodes), runInputs(run)]
  return records.length > 1 ? answer('What should I look at?', [pickList(records), ...rest]) : rest
}

function onceOverview(run: RunData): Html {
  return html`<header class="masthead">
      <p class="brand">graft</p>
      <h1>${orderOf(run.manifest)}</h1>
      <p class="lead">
        ${titleOf(run.manifest)}. Carried out once, with a tree that was made for it and that nobody edits.
      </p>
    </header>
    ${answer('Was it done?', [onceTiles(run), stepTable(run)])}
    ${answer('What went wrong?', troubleList(run.episodes))} ${runInputs(run)}`
}

const answer = (question: string, body: Fragment): Html =>
  html`<section class="question">
    <h2>${question}</h2>
    ${body}
  </section>`

function headline({ summary: { scores, first, best } }: RunData): string {
  const episodes = plural(scores.length, 'episode')
  if (scores.length < 2 || best === null) return episodes
  return `${episodes}, ${points(first)} points in the first, ${points(best.score)} in the best`
}

function leadText({ manifest, summary, episodes, repeated }: RunData): string {
  const actor = manifest.actor === 'model' ? 'a language model on this computer' : 'the rule-based actor'
  const records = episodes.map(({ record }) => record)
  const completed = completedInWords(records, summary, manifest.episodes)
  const rest = completed === undefined ? '' : ` ${completed.charAt(0).toUpperCase()}${completed.slice(1)}.`
  const what = `${repeated.length === 1 ? 'episode' : 'episodes'} ${repeated.join(', ')}`
  const again = repeated.length === 0 ? '' : ` The run was interrupted and resumed: it played ${what} again.`
  return (
    `Same robot, same place, no gradient: what can change between the episodes is the behaviour tree, ` +
    `which ${actor} edits.${rest}${again}`
  )
}

/** First, best, last and mean; the label says of which episodes. */
function figures({ summary, episodes }: RunData): Html {
  const { first, best, scores } = summary
  const of = (count: number): string => `${count} of ${episodes.length}`
  return html`<dl class="tiles">
    ${tile('first episode', points(first))}
    ${
      best === null
        ? tile('best (all were interrupted)', 'none')
        : tile(`best, episode ${best.episode}`, points(best.score))
    }
    ${tile('last episode', points(scores.at(-1) ?? 0))}
    ${scores.length < 2 ? null : tile(`mean of all ${scores.length}`, points(meanScore(summary)))}
    ${tile('episodes that led to edits', of(episodes.filter(({ record }) => wasEdited(record)).length))}
    ${tile('episodes with alarms', of(summary.episodesWithAlarm))}
  </dl>`
}

/** entries of the list; the table and the episodes have them all */
const MAX_CHANGES = 12

/** After which episodes the tree was changed, and why. */
function changes(records: readonly EpisodeRecord[]): Html {
  const changed = records.filter(({ update }) => update.decision !== 'no-edit')
  const kept = records.length - changed.length
  const others = kept === 1 ? 'the other episode' : `the other ${kept} episodes`
  const rest = kept === 0 || changed.length === 0 ? '' : ` After ${others} it was kept.`
  return html`<p>The tree: ${editsInWords(records)}.${rest} ${sameTree(records)}</p>
    <ul class="answers">
      ${changed.slice(0, MAX_CHANGES).map(
        (record) =>
          html`<li>
            <a href="#episode-${record.episode}-actor">After episode ${record.episode}</a>:
            ${
              record.update.decision === 'edited'
                ? plural(editCount(record.update.patch), 'edit')
                : 'back to the best tree'
            }
            <span class="quiet">${whyInWords(record)}</span>
          </li>`,
      )}
      ${changed.length > MAX_CHANGES ? html`<li class="quiet">and ${changed.length - MAX_CHANGES} more</li>` : null}
    </ul>`
}

/** Where the last episodes ran one tree, nothing that was learned sets their scores apart. */
function sameTree(records: readonly EpisodeRecord[]): string | null {
  const counted = uninterrupted(records)
  const last = counted.at(-1)?.treeHash
  const since = counted.slice(counted.findLastIndex(({ treeHash }) => treeHash !== last) + 1)
  if (since.length < 2 || since.length === counted.length) return null
  const scores = since.map(({ score }) => score.total)
  const [low, high] = [points(Math.min(...scores)), points(Math.max(...scores))]
  if (low === high) return null
  return (
    `The last ${since.length} episodes ran the same tree: what sets their scores apart, from ` +
    `${low} to ${high}, is what happened to the robot.`
  )
}

const orderOf = ({ field: { setup } }: RunManifest): string => {
  const { order } = (setup ?? {}) as { readonly order?: unknown }
  return typeof order === 'string' ? `“${order}”` : 'An order'
}

/** Where the run was, as a heading. */
export function titleOf(manifest: RunManifest): string {
  const place = placeOfRun(manifest)
  return `${place.charAt(0).toUpperCase()}${place.slice(1)}`
}
