import { type Entries, button, options } from './entry.ts'
import { CodeEditor } from '#ui/input/CodeEditor.tsx'
import { CodePane } from '#ui/input/CodePane.tsx'
import { ColorPicker } from '#ui/input/ColorPicker.tsx'
import { DateTimeField } from '#ui/input/DateTimeField.tsx'
import { Field } from '#ui/base/Field.tsx'
import { FileDrop } from '#ui/input/FileDrop.tsx'
import { FormStack } from '#ui/input/FormStack.tsx'
import { MultiSelect } from '#ui/input/MultiSelect.tsx'
import { NumberField } from '#ui/input/NumberField.tsx'
import { SearchField } from '#ui/input/SearchField.tsx'
import { Select } from '#ui/input/Select.tsx'
import { TextField } from '#ui/base/TextField.tsx'

/** The contract of form fields. */
export const fields: Entries = {
  CodeEditor: {
    draw: (onChange, isDisabled) => (
      <CodeEditor label="It" value="" language="json" onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'textbox',
    name: 'It',
    keys: ['a'],
    becomes: 'DIV',
    canBeDisabled: true,
  },
  CodePane: {
    draw: (onChange) => <CodePane label="It" value="" onChange={onChange} options={{ dialect: 'standard' }} />,
    role: 'textbox',
    name: 'It',
    keys: ['a'],
    becomes: 'DIV',
  },
  ColorPicker: {
    draw: (onChange, isDisabled) => (
      <ColorPicker label="It" value="#336699" onChange={onChange} isDisabled={isDisabled} />
    ),
    ...button,
    name: /^It/,
    opens: 'dialog',
    canBeDisabled: true,
  },
  DateTimeField: {
    draw: (onChange, isDisabled) => (
      <DateTimeField
        label="It"
        calendarLabel="Calendar"
        value={undefined}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    ),
    role: 'textbox',
    name: 'It',
    keys: ['2001-04-01{Enter}'],
    canBeDisabled: true,
  },
  Field: { draw: () => <Field label="It">In it</Field>, role: 'text' },
  FileDrop: {
    draw: (take, isDisabled) => (
      <div ref={(box) => box?.querySelector('input')?.addEventListener('click', take)}>
        <FileDrop label="Files" buttonLabel="It" onFiles={() => {}} isDisabled={isDisabled} />
      </div>
    ),
    ...button,
    canBeDisabled: true,
  },
  FormStack: {
    draw: (onSubmit) => (
      <FormStack ariaLabel="Form" onSubmit={onSubmit}>
        <TextField label="It" value="" onChange={() => {}} />
      </FormStack>
    ),
    role: 'textbox',
    name: 'It',
    keys: ['{Enter}'],
  },
  MultiSelect: {
    draw: (onChange, isDisabled) => (
      <MultiSelect label="It" options={options} value={[]} onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'combobox',
    name: /^It/,
    keys: ['{ArrowDown}{ArrowDown}{Enter}'],
    canBeDisabled: true,
  },
  NumberField: {
    draw: (onChange, isDisabled) => <NumberField label="It" value={1} onChange={onChange} isDisabled={isDisabled} />,
    role: 'spinbutton',
    name: 'It',
    keys: ['{ArrowUp}', '{PageDown}', '2{Enter}'],
    canBeDisabled: true,
  },
  SearchField: {
    draw: (onChange) => <SearchField label="It" value="x" onChange={onChange} />,
    role: 'searchbox',
    name: 'It',
    keys: ['a', '{Escape}', '{Enter}'],
  },
  Select: {
    draw: (onChange, isDisabled) => (
      <Select label="It" options={options} value="a" onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'combobox',
    name: /^It/,
    keys: ['{ArrowDown}', '{Enter}', ' '],
    opens: 'listbox',
    canBeDisabled: true,
  },
  TextField: {
    draw: (onChange, isDisabled) => <TextField label="It" value="" onChange={onChange} isDisabled={isDisabled} />,
    role: 'textbox',
    name: 'It',
    keys: ['a'],
    canBeDisabled: true,
  },
}
