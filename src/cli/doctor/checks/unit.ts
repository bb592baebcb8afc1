import { plural } from '#app/command-line/words.js'
import { findings, type Check } from '../check.js'

const { ok, warn, fail } = findings('unit')

/** The state of the service in systemd. */
export const unit: Check = ({ unit: state }) => {
  if (state === undefined)
    return [warn('there is no systemd', 'run graft serve yourself, or under your own supervisor')]
  if (!state.loaded)
    return [warn('graft.service is not installed', 'graft install --dry-run, then sudo graft install')]
  const found = []
  if (state.reloadNeeded)
    found.push(
      warn(
        'graft.service has changed since systemd loaded it',
        'systemctl daemon-reload && systemctl restart graft',
      ),
    )
  if (state.active === 'failed')
    found.push(
      fail(
        `graft.service has failed (${state.result})`,
        'journalctl -u graft -p warning -e says why; then systemctl reset-failed graft && systemctl start graft',
      ),
    )
  else if (state.active !== 'active')
    found.push(warn(`graft.service is ${state.active}`, 'systemctl start graft'))
  else if (state.restarts > 0)
    found.push(
      warn(
        `graft.service is running, and was restarted ${plural(state.restarts, 'time')}`,
        'journalctl -u graft -p err says why',
      ),
    )
  else found.push(ok('graft.service is running'))
  if (!state.enabled) found.push(warn('graft.service does not start at boot', 'systemctl enable graft'))
  return found
}
