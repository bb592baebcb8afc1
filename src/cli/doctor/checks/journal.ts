import { findings, type Check } from '../check.js'

const { ok, warn } = findings('journal')

/** Will somebody find tomorrow what happened today? */
export const journal: Check = async ({ machine, unit }) => {
  if (unit === undefined) return []
  return (await machine.stat('/var/log/journal'))?.kind === 'folder'
    ? [ok('kept on the disk')]
    : [
        warn(
          'the journal is lost at a reboot',
          'graft install places journald.conf.d/graft.conf; then systemctl restart systemd-journald',
        ),
      ]
}
