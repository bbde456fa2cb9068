import { type ClipboardEvent, type KeyboardEvent, useMemo, useState } from 'react'
import { announce } from '#ui/base/announce.ts'
import { useTexts } from '#ui/tokens/texts.ts'
import { nextActiveOption } from './active-option.ts'
import type { MultiSelectProps } from './multi-select-props.ts'
import {
  sortSelectedFirst,
  foldSearchText,
  matchingOptions,
  type Option,
  type OptionValue,
  optionKey,
  toggleValue,
} from './option.ts'
import { isList, pasteList } from './paste-list.ts'

/** Returns the values of texts: a listed label or value, or else the result of `parse` if allowed. */
export function valuesOfTexts<V extends OptionValue>(
  texts: readonly string[],
  options: readonly Option<V>[],
  parse: ((text: string) => V | undefined) | undefined,
): V[] {
  const listed = new Map<string, V>()
  for (const option of options) {
    for (const name of [foldSearchText(String(option.value)), foldSearchText(option.label)]) {
      if (!listed.has(name)) listed.set(name, option.value)
    }
  }
  const found: V[] = []
  for (const text of texts) {
    const existing = listed.get(foldSearchText(text))
    const value = existing === undefined ? parse?.(text) : existing
    if (value !== undefined) found.push(value)
  }
  return found
}

/** Appends `more` to `values` without duplicates. */
export function unionOfValues<V extends OptionValue>(values: readonly V[], more: readonly V[]): V[] {
  return [...new Map([...values, ...more].map((value) => [optionKey(value), value])).values()]
}

/**
 * Returns the options that match a text. Externally loaded options are used as they are. While they still belong to an
 * earlier text, they are filtered, so that Enter does not select an unintended option.
 */
export function optionsForText<V extends OptionValue>(
  options: readonly Option<V>[],
  text: string,
  isAnswered: boolean,
): readonly Option<V>[] {
  return isAnswered ? options : matchingOptions(options, text)
}

/** The state and actions of a MultiSelect. */
export type MultiSelectState<V extends OptionValue> = ReturnType<typeof useMultiSelect<V>>

function parserOf<V extends OptionValue>({ isFreeForm, parse }: MultiSelectProps<V>) {
  return isFreeForm ? (parse ?? ((typed: string) => typed as V)) : undefined
}

/**
 * Returns the options for the typed text: without text, selected ones come first; a last option creates the typed
 * value.
 */
function useMatching<V extends OptionValue>(
  props: MultiSelectProps<V>,
  text: string,
  first: ReadonlySet<string>,
): readonly Option<V>[] {
  const texts = useTexts()
  const { options, onSearch, isLoading } = props
  const typed = text.trim()
  const made = typed === '' ? undefined : parserOf(props)?.(typed)
  return useMemo(() => {
    const found = optionsForText(options, text, onSearch !== undefined && !isLoading)
    const ordered = text === '' ? sortSelectedFirst(found, first) : found
    const isNew = made !== undefined && !options.some((option) => optionKey(option.value) === optionKey(made))
    return isNew ? [...ordered, { value: made, label: typed, detail: texts.create(typed) }] : ordered
  }, [options, onSearch, isLoading, text, typed, first, made, texts])
}

/** Manages the open state, the typed text and the selection. */
function useChoice<V extends OptionValue>(props: MultiSelectProps<V>) {
  const { value, onChange, isSingle, onSearch } = props
  const texts = useTexts()
  const [hasOpened, setOpen] = useState(false)
  const isOpen = hasOpened || props.isInline === true
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const chosen = useMemo(() => new Set(value.map(optionKey)), [value])
  const [first, setFirst] = useState<ReadonlySet<string>>(props.isInline ? chosen : new Set())
  const matching = useMatching(props, text, first)

  const open = (next: boolean) => {
    if (next === hasOpened || props.isDisabled) return
    setOpen(next)
    setActive(-1)
    // Visible options must not move.
    if (next && !props.isInline) setFirst(chosen)
    props.onOpenChange?.(next)
  }
  const type = (next: string) => {
    setText(next)
    onSearch?.(next)
    open(true)
    setActive(next === '' ? -1 : 0)
  }
  const select = (option: Option<V>) => {
    if (option.isDisabled) return
    onChange(isSingle ? [option.value] : toggleValue(value, option.value))
    if (text !== '') type('')
    if (isSingle) open(false)
  }
  const add = (more: readonly V[]) => {
    const all = isSingle ? more.slice(-1) : unionOfValues(value, more)
    onChange([...all])
    announce(texts.selected(all.length))
  }
  return { isOpen, hasOpened, open, text, setText, type, active, setActive, matching, chosen, select, add }
}

/** Returns the state of a MultiSelect with its key, paste and selection handlers. */
export function useMultiSelect<V extends OptionValue>(props: MultiSelectProps<V>) {
  const { options, value, onChange, isSingle } = props
  const choice = useChoice(props)
  const { isOpen, open, text, matching, active, select, add } = choice
  const parse = parserOf(props)
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Home' || event.key === 'End') return
    const next = nextActiveOption(event.key, active, matching.length)
    if (next === undefined) return
    event.preventDefault()
    if (isOpen) choice.setActive(next)
    else open(true)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const option = matching[active]
    // An inline list handles Enter only if it is in use, and Escape only until it is left.
    const isIdle = props.isInline && active < 0 && text === ''
    if (event.key === 'Enter' && isOpen && !isIdle) {
      // If there is no match, or not yet, Enter must not submit the surrounding form.
      event.preventDefault()
      if (option) select(option)
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1))
    } else if (event.key === 'Escape' && isOpen && !(isIdle && !choice.hasOpened)) {
      event.preventDefault()
      event.stopPropagation()
      if (props.isInline) choice.type('')
      open(false)
    } else move(event)
  }
  const onPaste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (isSingle || !isList(pasted)) return
    event.preventDefault()
    const found = valuesOfTexts(pasteList(pasted), options, parse)
    if (found.length > 0) add(found)
  }
  const onBlur = () => {
    if (parse && text.trim() !== '') add(valuesOfTexts([text.trim()], options, parse))
    if (text !== '') props.onSearch?.('')
    choice.setText('')
    open(false)
  }
  return { ...choice, onKeyDown, onPaste, onBlur }
}
