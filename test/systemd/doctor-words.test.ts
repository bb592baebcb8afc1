import { expect, it } from 'vitest'
import { configFindings, inWords } from '#cli/doctor/doctor-command.js'
import { readSite } from '#config/service/site-config.js'
import { NO_PAINT } from '#terminal/paint.js'

it('a configuration that is not there is told in lines of its own, with what to do once', async () => {
  const found = configFindings('nope.yaml', await readSite('nope.yaml'))
  expect(found).toHaveLength(1)
  const [finding] = found
  if (finding === undefined) throw new Error('nothing found')
  const lines = inWords(finding, NO_PAINT).split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.every((line) => !line.includes('\\n'))).toBe(true)
  const [mend = ''] = (finding.mend ?? '').split(';')
  expect(lines.filter((line) => line.includes(mend))).toHaveLength(1)
})
