import { approve, reject } from './review/decide.ts'
import { edit } from './review/edit.ts'
import { list } from './review/list.ts'
import { show } from './review/show.ts'
import { plainCommand } from './options.ts'

const example = `ratebook review list
ratebook review show 12
ratebook review approve 12 --by a-perera
ratebook review edit 12 --by a-perera --terms "general 12 maturity" --rate 8.50 --cell "#char=120,124" --reason "8.05 is another row"
ratebook review reject 12 --by a-perera --note "6.25 is the rate of the line above"`

export default plainCommand('review', 'look at held sheets, and decide about them', example)
  .addCommand(list)
  .addCommand(show)
  .addCommand(approve)
  .addCommand(edit)
  .addCommand(reject)
