import { useId, useRef, useState } from 'preact/hooks'
import { NetworkError, ProblemError } from '../../src/serve/client/client.ts'
import { loadLate, LateCodeError } from '../api/late-code.ts'
import { errorMessageOf } from '../api/use-request.ts'
import { useApp } from '../app/app-context.ts'
import type { ExportTable } from './export-table.ts'
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
  const { takeAlong } = useApp().messages
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
  const { messages, settings } = useApp()
  const { takeAlong, page } = messages
  const { releases } = settings.operator
  const choices = useRef<HTMLDivElement>(null)
  const [state, setState] = useState('')
  const source = useExportSource(id, title)
  if (source === undefined) return null
  const save = async (kind: FileKind): Promise<void> => {
    setState(takeAlong.preparing)
    try {
      const part = choices.current?.closest('.part') ?? document.body
      // Few readers take files along, so the page loads this when asked for.
      const { makeFile } = await loadLate(() => import('./formats/make-file.ts'))
      const { name, content } = await makeFile(kind, { part, table, chartNote, source, messages })
      saveFile(name, content)
      setState(takeAlong.saved({ name }))
    } catch (error) {
      // Other errors are those of the browser, such as too small a canvas.
      const isOfRequest = [LateCodeError, NetworkError, ProblemError].some(
        (kind) => error instanceof kind,
      )
      const advice = isOfRequest ? errorMessageOf(error, messages).advice : takeAlong.otherKind
      setState(`${takeAlong.failed} ${advice}`)
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
      {releases !== undefined && (
        <p>
          <a href={releases}>{page.releases}</a>
        </p>
      )}
      <CopiedText label={takeAlong.cite} text={source.citation} />
      <CopiedText label={`${takeAlong.embed}. ${takeAlong.embedAdvice}`} text={source.frame} />
    </div>
  )
}

/** Saves a file on the reader's computer. */
function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser reads the content after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

type CopiedTextProps = {
  readonly label: string
  readonly text: string
}

/** A text to copy. Where the browser refuses, the text is selected, so that the reader's own command copies it. */
function CopiedText({ label, text }: CopiedTextProps) {
  const { takeAlong } = useApp().messages
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [answer, setAnswer] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setAnswer(takeAlong.copied)
    } catch {
      area.current?.select()
      setAnswer(takeAlong.copyFailed)
    }
  }
  return (
    <div class="copied-text">
      <label for={id}>{label}</label>
      <textarea id={id} ref={area} readOnly rows={3} value={text} />
      <button type="button" onClick={() => void copy()}>
        {takeAlong.copy}
      </button>{' '}
      <span role="status">{answer}</span>
    </div>
  )
}
