import { findings, type Check } from '../check.js'

const { ok, warn, fail } = findings('unit')

/** The state of the service in systemd. */
export const unit: Check = ({ unit: state }) => {
  if (state === undefined) return [warn('there is no systemd here', 'start graft serve by your own means')]
  if (!state.loaded)
    return [warn('graft.service is not installed', 'graft install --dry-run, then sudo graft install')]
  const found = []
  if (state.reloadNeeded)
    found.push(
      warn(
        'graft.service was changed after it was read',
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
        `graft.service runs, and was started again ${state.restarts} times`,
        'journalctl -u graft -p err says why',
      ),
    )
  else found.push(ok('graft.service runs'))
  if (!state.enabled)
    found.push(warn('graft.service does not start with the computer', 'systemctl enable graft'))
  return found
}
