import type { Log } from '../../../adapters/systemd/log.js'
import { nothingYet } from '../../../runtime/station/nothing-yet.js'
import type { RobotStatus } from '../../../runtime/station/snapshot.js'
import { Station } from '../../../runtime/station/station.js'
import type { SiteConfig } from '../../site/site-config.js'
import { version } from '../../version.js'

/** A station at which nothing has happened yet; what is told there stands in the log too. */
export function openStation(config: SiteConfig, log: Log): Station {
  const station = new Station({
    now: Date.now,
    version: version(),
    parts: nothingYet(bodyOf(config), config.camera.source),
  })
  station.listen((news) => {
    if (news.kind === 'log') log.log(news.level, news.source, news.text)
    else if (news.kind === 'link') log.log(news.level, 'link', news.text)
    else if (news.kind === 'alarm') log.log('warn', 'alarm', `${news.id}: ${news.record.text}`)
    else if (news.kind === 'mode')
      log.log('info', 'mode', `${news.change.from} → ${news.change.to} (${news.change.by})`)
    else if (news.kind === 'episode')
      log.log('info', 'run', `episode ${news.episode}: ${news.score.toFixed(1)} points, ${news.endReason}`)
  })
  return station
}

const bodyOf = ({ robot: { body, pace } }: SiteConfig): RobotStatus => ({
  body,
  pace: body === 'serial' ? 'real' : pace,
  device: null,
})
