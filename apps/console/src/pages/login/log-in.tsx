import { logIn } from '@yunji/contract/operator/account-calls'
import { messageOf } from '../../api/call-api.ts'
import { useWrite } from '../../api/query.ts'
import { beginSession } from '../../session/token.ts'
import { Form, Submit, TextField, useContractForm } from '../../ui/form.tsx'
import { LoginFrame } from './frame.tsx'

export function LogIn({ notice }: { readonly notice: string }) {
  const form = useContractForm(logIn.input, { name: '', password: '' })
  const login = useWrite(logIn, { isQuiet: true, onDone: ({ token }) => beginSession(token) })
  const failure = login.error ? messageOf(login.error) : notice || undefined
  return (
    <LoginFrame title="登录" foot="忘记密码或动态口令时，请联系所有者重置。">
      <Form form={form} failure={failure} onSubmit={(values) => login.mutate(values)}>
        <TextField name="name" label="用户名" autoComplete="username" spellCheck={false} autoFocus />
        <TextField name="password" label="密码" type="password" autoComplete="current-password" />
        <Submit isBusy={login.isPending} isWide>
          登录
        </Submit>
      </Form>
    </LoginFrame>
  )
}
