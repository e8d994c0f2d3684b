import { Input, ScrollView, Text, View, WebView } from '@tarojs/components'
import { createContext, useContext } from 'react'
import { openPage } from '../../platform/router/router.ts'
import type { BoxProps, FormProps, ScrimProps, ScrollAreaProps, TapProps, TextInputProps } from './element-props.ts'

export function Box({ as = 'div', id, className, style, children }: BoxProps) {
  const Element = as === 'span' ? Text : View
  return (
    <Element id={id} className={className} style={style}>
      {children}
    </Element>
  )
}

const PRESSED = 'pressed'

/** The platform has no submitting button outside its own form component: the form hands its action down. */
const Submit = createContext<(() => void) | undefined>(undefined)

export function Tap({ to, onTap, className, isDisabled, isSubmit, children }: TapProps) {
  const submit = useContext(Submit)
  const press = () => {
    onTap?.()
    if (isSubmit) submit?.()
    if (to !== undefined) void openPage(to)
  }
  return (
    <View className={className} hoverClass={isDisabled ? 'none' : PRESSED} onClick={isDisabled ? undefined : press}>
      {children}
    </View>
  )
}

/** The platform's own limit is 140 characters where none is given. */
const UNLIMITED = -1
/** A style sheet does not reach it here. */
const PLACEHOLDER_STYLE = 'color: var(--ink-3)'

/** The platform's input type for each kind. */
const inputTypes = { text: 'text', phone: 'number', number: 'number', idCard: 'idcard', password: 'text' } as const

export function TextInput({
  className,
  value,
  onChange,
  kind,
  placeholder,
  maxLength = UNLIMITED,
  isFocused,
  isDisabled,
  onFocus,
  onBlur,
}: TextInputProps) {
  return (
    <Input
      className={className}
      type={kind ? inputTypes[kind] : 'text'}
      password={kind === 'password'}
      value={value}
      placeholder={placeholder}
      placeholderStyle={PLACEHOLDER_STYLE}
      maxlength={maxLength}
      focus={isFocused}
      disabled={isDisabled}
      onInput={(event) => onChange(event.detail.value)}
      onFocus={onFocus}
      onBlur={onBlur}
    />
  )
}

export function Form({ className, children, onSubmit }: FormProps) {
  return (
    <Submit.Provider value={onSubmit}>
      <View className={className}>{children}</View>
    </Submit.Provider>
  )
}

/** Scrim behind an overlay; blocks scrolling of the page below. */
export function Scrim({ className, onTap }: ScrimProps) {
  return <View className={className} catchMove onClick={onTap} />
}

/** Scrolls by itself, and leaves the page behind it where it is. */
export function ScrollArea({ className, children }: ScrollAreaProps) {
  return (
    <ScrollView className={className} scrollY>
      {children}
    </ScrollView>
  )
}

interface WebFrameProps {
  readonly src: string
}

/** A page of the web; the platform gives it the whole page. */
export function WebFrame({ src }: WebFrameProps) {
  return <WebView src={src} />
}
