import { scored } from '#app/command-line/words.js'
import { END_WORDS } from '#learning/episode.js'
import type { Log } from '#adapters/systemd/log.js'
import { initialStatus } from '#runtime/status/initial-status.js'
import type { RobotStatus } from '#runtime/status/service-status.js'
import { StatusPublisher } from '#runtime/status/status-publisher.js'
import type { SiteConfig } from '#config/service/site-config.js'
import { version } from '#documents/read-text-file.js'

/** Creates the publisher of a service in which nothing has happened yet; its main events go to the log too. */
export function openStatusPublisher(config: SiteConfig, log: Log): StatusPublisher {
  const statusPublisher = new StatusPublisher({
    now: Date.now,
    version: version(),
    parts: initialStatus(bodyOf(config), config.camera.source),
  })
  statusPublisher.listen((statusEvent) => {
    if (statusEvent.kind === 'log') log.log(statusEvent.level, statusEvent.source, statusEvent.text)
    else if (statusEvent.kind === 'link') log.log(statusEvent.level, 'link', statusEvent.text)
    else if (statusEvent.kind === 'alarm')
      log.log('warn', 'alarm', `${statusEvent.id}: ${statusEvent.record.text}`)
    else if (statusEvent.kind === 'mode')
      log.log(
        'info',
        'mode',
        `${statusEvent.change.from} → ${statusEvent.change.to} (${statusEvent.change.by})`,
      )
    else if (statusEvent.kind === 'episode')
      log.log(
        'info',
        'run',
        `episode ${statusEvent.episode} ${END_WORDS[statusEvent.endReason]}: ${scored(statusEvent.score)}`,
      )
  })
  return statusPublisher
}

const bodyOf = ({ robot: { body, pace } }: SiteConfig): RobotStatus => ({
  body,
  pace: body === 'virtual' ? pace : 'real',
  device: null,
})
