import { type Entries, PRESS_KEYS, button, items, options } from './entry.ts'
import { Button } from '#ui/base/Button.tsx'
import { Calendar } from '#ui/input/Calendar.tsx'
import { Checkbox } from '#ui/input/Checkbox.tsx'
import { CheckboxList } from '#ui/input/CheckboxList.tsx'
import { CloseButton } from '#ui/base/CloseButton.tsx'
import { DropButton } from '#ui/input/DropButton.tsx'
import { IconButton } from '#ui/base/IconButton.tsx'
import { IconTile } from '#ui/base/IconTile.tsx'
import { LinkButton } from '#ui/input/LinkButton.tsx'
import { PillField } from '#ui/input/PillField.tsx'
import { RadioGroup } from '#ui/input/RadioGroup.tsx'
import { RangeSlider } from '#ui/input/RangeSlider.tsx'
import { SegmentedControl } from '#ui/input/SegmentedControl.tsx'
import { Slider } from '#ui/input/Slider.tsx'
import { SplitButton } from '#ui/input/SplitButton.tsx'
import { StarButton } from '#ui/input/StarButton.tsx'
import { Switch } from '#ui/input/Switch.tsx'
import { TextLink } from '#ui/input/TextLink.tsx'
import { NavigationProvider } from '#ui/layout/NavigationProvider.tsx'

/** The contract of input components: pressed, selected and moved. */
export const input: Entries = {
  Button: {
    draw: (onPress, isDisabled) => (
      <Button onPress={onPress} isDisabled={isDisabled}>
        It
      </Button>
    ),
    ...button,
    canBeDisabled: true,
  },
  Calendar: {
    draw: (onChange) => <Calendar label="Day" value="2001-04-01" onChange={onChange} />,
    role: 'button',
    name: 'Sunday, April 1, 2001',
    keys: [...PRESS_KEYS, '{ArrowRight}{Enter}'],
  },
  Checkbox: {
    draw: (onChange, isDisabled) => (
      <Checkbox isSelected={false} onChange={onChange} isDisabled={isDisabled}>
        It
      </Checkbox>
    ),
    role: 'checkbox',
    name: 'It',
    keys: [' '],
    canBeDisabled: true,
  },
  CheckboxList: {
    draw: (onChange, isDisabled) => (
      <CheckboxList label="It" options={options} value={[]} onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'listbox',
    name: 'It',
    keys: ['{ArrowDown} ', '{ArrowDown}{Enter}'],
    canBeDisabled: true,
  },
  DropButton: {
    draw: (onPress, isDisabled) => (
      <DropButton onPress={onPress} isDisabled={isDisabled}>
        It
      </DropButton>
    ),
    ...button,
    canBeDisabled: true,
  },
  IconButton: {
    draw: (onPress, isDisabled) => <IconButton icon="plus" label="It" onPress={onPress} isDisabled={isDisabled} />,
    ...button,
    canBeDisabled: true,
  },
  CloseButton: {
    draw: (onPress) => <CloseButton label="It" onPress={onPress} />,
    ...button,
  },
  IconTile: {
    draw: (onPress) => <IconTile icon="table" label="It" isSelected={false} onPress={onPress} />,
    ...button,
  },
  LinkButton: {
    draw: (go) => (
      <NavigationProvider navigate={go}>
        <LinkButton href="/it">It</LinkButton>
      </NavigationProvider>
    ),
    role: 'link',
    name: 'It',
    keys: ['{Enter}'],
  },
  PillField: { draw: (onPress) => <PillField label="It" text="it" onPress={onPress} />, ...button },
  RadioGroup: {
    draw: (onChange, isDisabled) => (
      <RadioGroup label="Things" options={options} value={undefined} onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'radio',
    name: 'One',
    keys: [' '],
    canBeDisabled: true,
  },
  RangeSlider: {
    draw: (onChange, isDisabled) => (
      <RangeSlider
        label="Span"
        startLabel="It"
        endLabel="To"
        value={[2, 8]}
        min={0}
        max={10}
        onChange={onChange}
        isDisabled={isDisabled}
      />
    ),
    role: 'slider',
    name: /It/,
    keys: ['{ArrowRight}', '{Home}'],
    canBeDisabled: true,
  },
  SegmentedControl: {
    draw: (onChange, isDisabled) => (
      <SegmentedControl
        label="Things"
        options={options.map((each) => ({ ...each, isDisabled }))}
        value={isDisabled ? 'b' : ''}
        onChange={onChange}
      />
    ),
    role: 'radio',
    name: 'One',
    keys: [' '],
    canBeDisabled: true,
  },
  Slider: {
    draw: (onChange, isDisabled) => (
      <Slider label="It" value={5} min={0} max={10} onChange={onChange} isDisabled={isDisabled} />
    ),
    role: 'slider',
    name: /It/,
    keys: ['{ArrowRight}', '{Home}'],
    canBeDisabled: true,
  },
  SplitButton: {
    draw: (onPress, isDisabled) => (
      <SplitButton menuLabel="More" items={items(() => {})} onPress={onPress} isDisabled={isDisabled}>
        It
      </SplitButton>
    ),
    ...button,
    canBeDisabled: true,
  },
  StarButton: {
    draw: (onPress, isDisabled) => <StarButton isOn={false} label="It" onPress={onPress} isDisabled={isDisabled} />,
    ...button,
    canBeDisabled: true,
  },
  Switch: {
    draw: (onChange, isDisabled) => (
      <Switch isSelected={false} onChange={onChange} isDisabled={isDisabled}>
        It
      </Switch>
    ),
    role: 'switch',
    name: 'It',
    keys: [' '],
    canBeDisabled: true,
  },
  TextLink: {
    draw: (go) => (
      <NavigationProvider navigate={go}>
        <TextLink href="/it">It</TextLink>
      </NavigationProvider>
    ),
    role: 'link',
    name: 'It',
    keys: ['{Enter}'],
  },
}
