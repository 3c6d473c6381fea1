import { Option } from 'commander'
import { nameOf } from '../book/publish/input/read-file.ts'
import { withStore } from '../book/store/open-store.ts'
import { Failure } from '../domain/failure.ts'
import { counted } from '../domain/text.ts'
import {
  checkWitnesses,
  keepCosigned,
  readCosigned,
  readNote,
  readVerifierKey,
} from '../share/checkpoints/checkpoint.ts'
import { collected, command, type DatabaseOption } from './options.ts'
import { print, withProgress } from './output.ts'

type Options = DatabaseOption & {
  readonly checkpointKey?: string
  readonly witnessKey?: readonly string[]
}

const example = `ratebook cosign cosigned.txt --checkpoint-key rates.example+70e99047+AddamAGCsQq31Uv+08lkBzoO4XLz2qYjJa8CGmj3B1Ea --witness-key witness.example/w1+04d2d833+BD1AF8PoQ4lakrcKp00bfrycmCzPLsSWjMDNVfEq9GYM`

export default command(
  'cosign',
  'keep a checkpoint that witnesses have signed too, so that the server gives it and proofs contain it',
  example,
)
  .argument('<file>', 'the checkpoint: a file, - for standard input, or an address')
  .option('--checkpoint-key <key>', 'the verifier key of the publisher, who must have signed it')
  .addOption(
    new Option(
      '--witness-key <key>',
      'the verifier key of a witness that must have signed it; may be repeated',
    ).argParser(collected),
  )
  .action(async (file: string, { database, checkpointKey, witnessKey = [] }: Options) => {
    if (checkpointKey === undefined || witnessKey.length === 0)
      throw new Failure(
        'usage',
        'Give --checkpoint-key KEY and --witness-key KEY: only signatures of known keys are kept.',
      )
    const publisher = readVerifierKey(checkpointKey)
    const witnesses = witnessKey.map((key) => readVerifierKey(key, '--witness-key'))
    checkWitnesses(publisher, witnesses)
    const cosigned = readCosigned(await readNote(file), nameOf(file), publisher, witnesses)
    await withStore(database, 'write', async (store) => {
      const signers = await withProgress('reading digests', store, (step) =>
        keepCosigned(store, cosigned, step),
      )
      const { size } = cosigned.named.checkpoint
      print(
        `${store.name} keeps the checkpoint of ${counted(size, 'entry', 'entries')}, signed by ${signers.join(', ')}`,
      )
    })
  })
