import type { Command } from 'commander'
import type { Io } from '../output/io.js'
import type { NodesOptions } from '../nodes/nodes.js'
import { nodesOption, pluginOption, type Finish } from './shared.js'

export function addNodes(bt: Command, finish: Finish, io: Io): void {
  bt.command('nodes')
    .description('the nodes that a tree may use, or everything about one')
    .argument('[id]', 'a node type such as Sequence')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .option('--xml', 'all of them as a palette (TreeNodesModel) that Groot2 loads', false)
    .option('--xsd', 'all of them as an XML Schema, with which editors complete and check trees', false)
    .option('--json', 'one JSON object a line', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt nodes                                  built-in nodes and those of graft's robot
  graft bt nodes RetryUntilSuccessful             one node: its ports, how it is written
  graft bt nodes --nodes palette.xml --xsd > nodes.xsd`,
    )
    .action(async (id: string | undefined, options: NodesOptions) => {
      const { nodes } = await import('../nodes/nodes.js')
      finish(await nodes(id, options, io))
    })
}
