import type { Command } from 'commander'
import type { Io } from '#terminal/io.js'
import type { NodesOptions } from '../nodes/nodes.js'
import { nodesOption, pluginOption, type Finish } from './shared.js'

export function addNodes(bt: Command, finish: Finish, io: Io): void {
  bt.command('nodes')
    .description('list the nodes that a tree may use, or describe one')
    .argument('[id]', 'a node type such as Sequence')
    .addOption(nodesOption())
    .addOption(pluginOption())
    .option('--xml', 'print them as a palette (TreeNodesModel) for Groot2', false)
    .option('--xsd', 'print them as an XML Schema, for completion and checks in editors', false)
    .option('--json', 'one JSON object per line', false)
    .addHelpText(
      'after',
      `
Examples:
  graft bt nodes                                  built-in nodes and those of graft's robot
  graft bt nodes RetryUntilSuccessful             one node: its ports and an example
  graft bt nodes --nodes palette.xml --xsd > nodes.xsd`,
    )
    .action(async (id: string | undefined, options: NodesOptions) => {
      const { nodes } = await import('../nodes/nodes.js')
      finish(await nodes(id, options, io))
    })
}
