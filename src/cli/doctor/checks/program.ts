import { findings, type Check } from '../check.js'

const { ok, fail } = findings('program')
/** packages with native code: they fail after a Node.js upgrade, or when copied from another computer */
const NATIVE = ['serialport', 'zeromq', 'koffi', '@photostructure/sqlite', 'sharp'] as const

/** Node.js, and whether it can load the native parts of graft. */
export const program: Check = async ({ machine }) => {
  const { version, platform, arch } = machine.node
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    return [fail(`Node.js ${version}`, 'graft needs 20.19 or newer: install nodejs 20, 22 or 24')]
  const found = [ok(`Node.js ${version} on ${platform} ${arch}`)]
  const broken = await Promise.all(NATIVE.map(async (name) => ({ name, why: await machine.loads(name) })))
  for (const { name, why } of broken) {
    if (why !== undefined)
      found.push(fail(`${name} does not load: ${why}`, 'reinstall graft for this Node.js and this processor'))
  }
  return found
}

const journalFindings = findings('journal')

/** Whether the system journal survives a reboot. */
export const journal: Check = async ({ machine, unit }) => {
  if (unit === undefined) return []
  return (await machine.stat('/var/log/journal'))?.kind === 'folder'
    ? [journalFindings.ok('kept on the disk')]
    : [
        journalFindings.warn(
          'the journal is lost on reboot',
          'graft install adds journald.conf.d/graft.conf; then systemctl restart systemd-journald',
        ),
      ]
}
