import { writeSync } from 'node:fs'
import { must } from '#base/result.js'
import { changeMemory } from '#memory/open-memory.js'
import { remember } from '#memory/remember.js'
import { attemptsOf, stateOf, tabletop } from '../../instructions/lessons/support/lessons.js'

/** Ends one task after the other until it is killed, and says what it was promised, at once, one task a line. */
const [dir = ''] = process.argv.slice(2)
const items = ['ball', 'can', 'plate', 'red_cube', 'blue_cube', 'green_cube']
writeSync(1, 'ready\n')
for (let n = 0; ; n++) {
  const item = items[n % items.length] ?? ''
  const done = await changeMemory(dir, (book) =>
    remember(book, {
      key: { instruction: `task ${n}`, scene: 'a table' },
      domain: tabletop,
      robot: 'arm',
      attempts: attemptsOf(
        stateOf(tabletop),
        [`Pick item=${item}`, 'failed'],
        [`Pick item=${item} approach=from_side`, { [`location(${item})`]: 'gripper' }],
      ),
      recalled: [],
      completed: true,
    }),
  )
  const { task, lessons } = must(done, 'a task that is remembered')
  writeSync(1, `${task} ${lessons[0]?.evidence.held ?? 0}\n`)
}
