import { must } from '#base/result.js'
import { startMonitor } from '#service/groot/monitor.js'
import { goldenTree } from '../../bt/monitor/support/golden-tree.js'

/** Shows a tree and ends without closing anything. usage: groot-leaver.ts returns|exits|throws */
const [, , how] = process.argv
const { tree, library } = goldenTree(false)
must(await startMonitor({ port: 0 }), 'the monitor').show(tree, library)
tree.tick()
if (how === 'exits') process.exit(7)
if (how === 'throws') throw new Error('a bug of somebody else')
