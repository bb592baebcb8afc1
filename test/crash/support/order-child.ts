import { writeSync } from 'node:fs'
import { KeptOrder } from '#app/orders/kept-order.js'
import { must } from '#base/result.js'
import { carriedOut, LastingRobot, lineOf, orderedIn, orderWorld } from './order-mission.js'

/** The process that is killed while it carries an order out: `order-child order FOLDER`. */
const [, folder = ''] = process.argv.slice(2)

const say = (word: string): void => void writeSync(1, `${word}\n`)
const domain = orderWorld()
const planned = orderedIn(domain)
const kept = must(KeptOrder.begin({ root: folder, domain }, lineOf(planned)), 'the log of the order')
say('kept')
const robot = new LastingRobot(`${folder}.robot`, domain)
const { code } = await carriedOut(planned, robot, { kept, heard: say })
say(`over ${code}`)
await kept.close(true)
