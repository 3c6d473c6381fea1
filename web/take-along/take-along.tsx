import { useRef, useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'
import { CopiedText } from './copied-text.tsx'
import type { ExportTable } from './export-table.ts'
import { saveFile } from './files.ts'
import type { FileKind } from './formats/make-file.ts'
import { useExportSource } from './use-export-source.ts'

type TakeAlongProps = {
  readonly id: string
  readonly title: string
  readonly table: ExportTable
  readonly hasChart: boolean
  /** See `Part`. */
  readonly chartNote: string
}

/** Files, a frame for other sites and a citation of a chart or a table, once the reader opens them. */
export function TakeAlong(props: TakeAlongProps) {
  const { takeAlong } = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      class="take-along"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{takeAlong.summary({ title: props.title })}</summary>
      {isOpen && <TakeAlongChoices {...props} />}
    </details>
  )
}

function TakeAlongChoices({ id, title, table, hasChart, chartNote }: TakeAlongProps) {
  const messages = useMessages()
  const { takeAlong } = messages
  const choices = useRef<HTMLDivElement>(null)
  const [state, setState] = useState('')
  const source = useExportSource(id, title)
  if (source === undefined) return null
  const save = async (kind: FileKind): Promise<void> => {
    setState(takeAlong.preparing)
    try {
      const part = choices.current?.closest('.part') ?? document.body
      // Few readers take files along, so the page loads this when asked for.
      const { makeFile } = await import('./formats/make-file.ts')
      const { name, content } = await makeFile(kind, { part, table, chartNote, source, messages })
      saveFile(name, content)
      setState(takeAlong.saved({ name }))
    } catch {
      setState(takeAlong.failed)
    }
  }
  const kinds: readonly FileKind[] = hasChart ? ['csv', 'excel', 'svg', 'png'] : ['csv', 'excel']
  return (
    <div ref={choices} class="choices">
      <p>
        {kinds.map((kind) => (
          <button key={kind} type="button" onClick={() => void save(kind)}>
            {takeAlong[kind]}
          </button>
        ))}{' '}
        <span role="status">{state}</span>
      </p>
      <CopiedText label={takeAlong.cite} text={source.citation} />
      <CopiedText label={`${takeAlong.embed}. ${takeAlong.embedAdvice}`} text={source.frame} />
    </div>
  )
}
