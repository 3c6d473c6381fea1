import { causes } from '../../domain/correction.ts'
import * as fields from './fields.ts'
import { Type } from 'typebox'

const rateOrNone = (description: string, example: string) =>
  Type.Union([fields.rate, Type.Null()], { description, examples: [example] })

/** What `/corrections` and receipts say about a corrected figure. */
export const correctionFields = {
  target: fields.count('The position of the rate sheet that has the wrong figure.', 69),
  retraction: Type.Boolean({
    description: 'Whether the whole rate sheet was retracted.',
    examples: [false],
  }),
  was_rate_pa: rateOrNone(
    'The rate of the sheet, as corrected before; null if the sheet withdrew the offer or a correction took it out.',
    '7.250',
  ),
  now_rate_pa: rateOrNone(
    'The right rate; null if there was no such offer. Of a retracted sheet, the rate that stood before the sheet: equal to `was_rate_pa` if the sheet did not change it.',
    '7.200',
  ),
  cause: Type.Enum([...causes], {
    description: 'The cause of the wrong figure.',
    examples: ['misread'],
  }),
  note: Type.Union([Type.String(), Type.Null()], {
    description: 'A remark of the person who corrected it; null if there is none.',
    examples: ['An example: the samples contain no correction.'],
  }),
}
