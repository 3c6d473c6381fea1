import { useEffect, useState } from 'preact/hooks'

/** The time that a text must stand before screen readers announce it. */
const pauseMilliseconds = 800

/** Announces a text that changes while somebody types, once it no longer changes. */
export function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), pauseMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p class="visually-hidden" role="status">
      {announced}
    </p>
  )
}
