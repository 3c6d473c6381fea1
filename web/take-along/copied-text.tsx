import { useId, useRef, useState } from 'preact/hooks'
import { useMessages } from '../app/app-context.ts'

type CopiedTextProps = {
  readonly label: string
  readonly text: string
}

/** A text to copy. Where the browser refuses, the text is selected, so that the reader's own command copies it. */
export function CopiedText({ label, text }: CopiedTextProps) {
  const { takeAlong } = useMessages()
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
