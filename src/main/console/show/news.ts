import type { News } from '../../../runtime/station/news.js'
import { alarmLine, editLines } from '../../terminal/lines.js'
import { disarm } from '../text/disarm.js'
import { fold } from '../text/fit.js'
import { logLine } from './log.js'
import type { Look } from '../text/look.js'
import { clockTime } from '../text/time.js'
import { ACTIVITY, known, NODE_TONE } from './words.js'

/**
 * One piece of news in lines for people; none for what is drawn elsewhere or comes too often. A piece of an unknown shape
 * says nothing rather than something wrong.
 */
export function newsLines(news: News, look: Look): string[] {
  const safe = disarm(news) as News
  try {
    return body(safe, look).flatMap((line) => fold(line, look.columns, 9))
  } catch {
    // what came is not what the protocol says; --json shows it
    return []
  }
}

function body(news: News, look: Look): string[] {
  const { paint } = look
  const time = paint.dim(clockTime(news.at))
  switch (news.kind) {
    case 'log':
      return [logLine(news, look)]
    case 'mode':
      return [`${time} ${paint.bold(news.change.to)} (was ${news.change.from}), by ${news.change.by}`]
    case 'activity':
      return [
        `${time} now ${known(ACTIVITY, news.activity) ?? news.activity}${news.why === '' ? '' : `: ${news.why}`}`,
      ]
    case 'run':
      return [
        `${time} run ${news.run} on ${news.field} ${news.what}${news.why === '' ? '' : `: ${news.why}`}`,
      ]
    case 'tree':
      return [`${time} episode ${news.episode} runs tree ${news.hash.slice(0, 12)}`]
    case 'node': {
      const { path, node, from, to, reason } = news.event
      const tone = paint[known(NODE_TONE, to) ?? 'dim']
      const why = reason === undefined ? '' : ` (${reason})`
      return [`${time} ${path} ${node}  ${from} -> ${tone(to)}${why}`]
    }
    case 'refusal':
      return [`${time} ${paint.warn('the twin refused')} ${news.refusal.command}: ${news.refusal.text}`]
    case 'alarm':
      return [`${time} ${paint.warn('ALARM')} ${news.id}`, alarmLine(news.record, paint)]
    case 'alarm-acknowledged':
      return [`${time} alarm ${news.alarm.id} seen by ${news.alarm.acknowledged?.by ?? 'somebody'}`]
    case 'episode':
      return [
        `${time} ${paint.bold(`episode ${news.episode}: ${news.score.toFixed(1)} points`)}, ${news.endReason}`,
      ]
    case 'edit':
      return editLines(news.update, paint)
    case 'link':
      return [logLine({ at: news.at, level: news.level, source: 'link', text: news.text }, look)]
    case 'health': {
      const { id, state, text } = news.row
      const tone = state === 'ok' ? paint.good : state === 'off' ? paint.dim : paint.bad
      return [`${time} health of ${id}: ${tone(state)}${text === '' ? '' : ` (${text})`}`]
    }
    case 'policy':
      return [`${time} policy of ${news.field}: ${news.what} ${news.hash.slice(0, 12)}`]
    case 'operator':
      return [`${time} ${news.by} (${news.role}): ${news.did}`]
    case 'step':
    case 'pose':
    case 'picture':
      return []
  }
}
