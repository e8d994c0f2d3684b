import type { Access } from '@yunji/contract/wire/call'
import { header } from '@yunji/contract/wire/request'
import type { SideRoute } from '@yunji/contract/wire/side-routes'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { AppError } from '../errors.ts'
import { type AddAudit, withAudit } from '../operators/audit.ts'
import type { Operator } from '../operators/operator.ts'
import { admitOperator, type Operators } from '../operators/operators.ts'

/** Upload of an operator: a route outside the envelope that names a right. */
export type OperatorSideRoute = SideRoute & { readonly access: Extract<Access, { kind: 'operator' }> }

const uploaders = new WeakMap<FastifyRequest, Operator>()

/** Before the body is read: a stranger sends no megabytes. */
export const admitUpload =
  (operators: Operators, { path, access }: OperatorSideRoute) =>
  async (request: FastifyRequest): Promise<void> => {
    const named = { path, address: request.ip }
    uploaders.set(request, await admitOperator(operators, access, request.headers[header.token], named))
  }

/** Runs an admitted upload, which adds its audit row. */
export const runUpload = <Result>(
  clock: Clock,
  { path }: OperatorSideRoute,
  request: FastifyRequest,
  work: (addAudit: AddAudit) => Promise<Result>,
): Promise<Result> => {
  const operator = uploaders.get(request)
  if (!operator) throw new AppError('LOGIN_TOKEN_INVALID')
  return withAudit(clock, operator, { path, address: request.ip }, work)
}
