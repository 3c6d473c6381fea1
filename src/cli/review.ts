import { approve, reject } from './review/decide.ts'
import { list } from './review/list.ts'
import { show } from './review/show.ts'
import { plainCommand } from './options.ts'

const example = `ratebook review list
ratebook review show 12
ratebook review approve 12 --by a-perera
ratebook review reject 12 --by a-perera --note "6.25 is the rate of the line above"`

export default plainCommand('review', 'look at held sheets, and decide about them', example)
  .addCommand(list)
  .addCommand(show)
  .addCommand(approve)
  .addCommand(reject)
