// Keys and highlighting of the review desk. Every form works without this script.

/** @param {EventTarget | null} target */
function isField(target) {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}

/**
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
function elements(selector) {
  return [...document.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement)
}

/**
 * The next or previous line of the queue.
 * @param {number} step
 */
function moveRow(step) {
  const rows = elements('[data-row]')
  const index = rows.findIndex((row) => row === document.activeElement)
  const start = index === -1 && step === -1 ? 0 : index
  rows.at((start + step + rows.length) % Math.max(rows.length, 1))?.focus()
}

/** Whether another page is being loaded. A key that is typed meanwhile is meant for that page, not for the sheet on this one. */
let isLeaving = false
addEventListener('beforeunload', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

/** @param {KeyboardEvent} event */
function onKey(event) {
  if (isLeaving) return
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat)
    return
  if (isField(event.target) || document.querySelector('dialog[open]') !== null) return
  const { key } = event
  const keys = document.querySelector('#keys')
  const element = elements('[data-key]').find((one) => one.dataset['key'] === key)
  const isRowKey = (key === 'j' || key === 'k') && elements('[data-row]').length > 0
  if (key === '?' && keys instanceof HTMLDialogElement) keys.showModal()
  else if (element !== undefined && isField(element)) element.focus()
  else if (element !== undefined) element.click()
  else if (isRowKey) moveRow(key === 'j' ? 1 : -1)
  else return
  event.preventDefault()
}

/**
 * Scrolls a box, not the window, to an element that cannot be seen in it.
 * @param {string} selector
 * @param {string} boxSelector
 */
function scrollInBox(selector, boxSelector) {
  const [element] = elements(selector)
  const box = element?.closest(boxSelector)
  if (element === undefined || box === null || box === undefined) return
  const [inner, outer] = [element.getBoundingClientRect(), box.getBoundingClientRect()]
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    box.scrollTop += inner.top - outer.top - box.clientHeight / 2
  if (inner.left < outer.left || inner.right > outer.right)
    box.scrollLeft += inner.left - outer.left - box.clientWidth / 2
}

/** Makes one cell a stop of the Tab key, and scrolls to what is looked at. */
function prepareCaptured() {
  const [first] = [
    ...elements('[data-choice] .lit [data-address]'),
    ...elements('[data-choice] [data-address]'),
  ]
  if (first !== undefined) first.tabIndex = 0
  scrollInBox('.lit', '.captured')
  scrollInBox('.lit', '.scroll')
  scrollInBox('.figures .chosen', '.scroll')
  scrollInBox('.findings .chosen', '.findings')
}

/** The parts of a page that a link with `data-in-place` replaces. The forms beside them keep what was typed. */
const shownParts = ['.left', '.findings', '.figures']

/**
 * Shows another figure or captured page without leaving the page. The server still says what is shown and which cell is lit.
 * @param {HTMLAnchorElement} link
 */
async function showInPlace(link) {
  const place = elements('a[data-in-place]').indexOf(link)
  const response = await fetch(link.href)
  const other = new DOMParser().parseFromString(await response.text(), 'text/html')
  if (other.querySelector('.left') === null) {
    location.assign(link.href)
    return
  }
  for (const part of shownParts) {
    const [mine, next] = [document.querySelector(part), other.querySelector(part)]
    if (mine !== null && next !== null) mine.replaceWith(document.importNode(next, true))
  }
  history.replaceState(null, '', link.href)
  // The answer to a form that has problems shows the same captured page.
  const form = document.querySelector('form.right')
  if (form instanceof HTMLFormElement) form.action = link.href
  elements('a[data-in-place]')[place]?.focus({ preventScroll: true })
  prepareCaptured()
}

/** @param {MouseEvent} event */
function onClick(event) {
  const { target } = event
  if (!(target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  const link = target.closest('a[data-in-place]')
  if (link instanceof HTMLAnchorElement) {
    event.preventDefault()
    void showInPlace(link)
  }
  const cell = target.closest('[data-choice] [data-address]')
  if (cell instanceof HTMLElement) chooseCell(cell)
}

/** @param {string} selector */
function inputIn(/** @type {Element | null | undefined} */ row, selector) {
  const input = row?.querySelector(selector)
  return input instanceof HTMLInputElement ? input : undefined
}

/** The row of the edit that was used last, or else the first in question. */
function editedRow() {
  return (
    document.querySelector('[data-edit].current') ??
    document.querySelector('[data-edit].in-question') ??
    document.querySelector('[data-edit]')
  )
}

/**
 * Takes a cell as the place of the figure that is edited, and its number as the rate unless one was typed.
 * @param {HTMLElement} cell
 */
function chooseCell(cell) {
  const row = editedRow()
  const at = inputIn(row, 'input[name^="at-"]')
  const rate = inputIn(row, 'input[name^="rate-"]')
  if (at === undefined) return
  at.value = cell.dataset['address'] ?? ''
  const page = inputIn(row, 'input[name^="page-"]')
  if (page !== undefined) page.value = elements('[data-page]')[0]?.dataset['page'] ?? ''
  const [number] = /^\d+(?:\.\d+)?(?=\s*%?$)/.exec(cell.textContent.trim()) ?? []
  if (rate !== undefined && number !== undefined && rate.value === rate.dataset['read'])
    rate.value = number
  for (const other of elements('[data-choice] .selected')) other.classList.remove('selected')
  cell.classList.add('selected')
  at.focus()
}

/** @param {FocusEvent} event */
function onFocus({ target }) {
  const row = target instanceof Element ? target.closest('[data-edit]') : null
  if (row === null) return
  for (const other of elements('[data-edit].current')) other.classList.remove('current')
  row.classList.add('current')
}

/**
 * The arrow keys move between the cells of the page.
 * @param {KeyboardEvent} event
 */
function onArrow(event) {
  const { target, key } = event
  if (!(target instanceof HTMLElement) || target.dataset['address'] === undefined) return
  const [cell, row] = [target.closest('td'), target.closest('tr')]
  if (cell === null || row === null) return
  const step = key === 'ArrowLeft' || key === 'ArrowUp' ? -1 : 1
  const buttons = elements('[data-choice] [data-address]')
  let next
  if (key === 'ArrowLeft' || key === 'ArrowRight') next = buttons[buttons.indexOf(target) + step]
  else if (key === 'ArrowUp' || key === 'ArrowDown') {
    const rows = elements('[data-choice] tr')
    let index = rows.indexOf(row) + step
    while (next === undefined && rows[index] !== undefined) {
      next = rows[index]?.children[cell.cellIndex]?.querySelector('button')
      index += step
    }
  }
  if (!(next instanceof HTMLElement)) return
  event.preventDefault()
  target.tabIndex = -1
  next.tabIndex = 0
  next.focus()
}

/**
 * Adds a row to the form of a typed sheet, a copy of the last one without its values.
 * @param {Event} event
 */
function addRow(event) {
  const rows = elements('[data-rows] tr:not([data-problems])')
  const last = rows.at(-1)
  if (last === undefined) return
  event.preventDefault()
  const index = rows.length
  const row = document.importNode(last, true)
  for (const field of row.querySelectorAll('input, select')) {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) continue
    field.name = field.name.replace(/\d+$/, String(index))
    field.setAttribute('aria-label', (field.ariaLabel ?? '').replace(/\d+$/, String(index + 1)))
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    if (field instanceof HTMLInputElement && field.type === 'checkbox') field.checked = false
    else if (field instanceof HTMLInputElement) field.value = ''
  }
  last.parentElement?.append(row)
  row.querySelector('input')?.focus()
}

document.addEventListener('keydown', onArrow)
document.addEventListener('keydown', onKey)
document.addEventListener('click', onClick)
document.addEventListener('focusin', onFocus)
document.querySelector('button[name="step"][value="add"]')?.addEventListener('click', addRow)
elements('[data-focus]')[0]?.focus()
prepareCaptured()
