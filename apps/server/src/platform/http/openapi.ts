import { type Call, isOpenTo, type Schema } from '@yunji/contract/wire/call'
import { ErrorCode } from '@yunji/contract/wire/error-codes'
import { errorTexts } from '@yunji/contract/wire/error-texts'
import { header } from '@yunji/contract/wire/request'
import * as z from 'zod/mini'

export type JsonSchema = Record<string, unknown>

export const jsonSchemaOf = (schema: Schema, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

/** `/vmcloud/api/<capability>/<verb>` */
export const capabilityOf = (call: Call): string => call.path.split('/')[3] ?? ''

/** OpenAPI 3.1 document, generated from the definitions of the routes. */
export const openApiDocument = (calls: readonly Call[]): JsonSchema => ({
  openapi: '3.1.0',
  info: { title: '云机 API', version: '1.0.0', description: '业务应答一律为 HTTP 200 加信封 code、msg、data、ts。' },
  components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: header.token } } },
  paths: Object.fromEntries(calls.map((call) => [call.path, { [call.method.toLowerCase()]: operationOf(call) }])),
})

const operationOf = (call: Call): JsonSchema => ({
  operationId: call.path.split('/').slice(3).join('.'),
  tags: [capabilityOf(call)],
  summary: call.summary,
  security: isOpenTo(call.access) ? [] : [{ token: [] }],
  parameters: [...queryParameters(call), ...idempotencyParameter(call)],
  ...(call.method === 'POST' && {
    requestBody: { required: true, content: { 'application/json': { schema: jsonSchemaOf(call.input, 'input') } } },
  }),
  responses: {
    200: { description: errorsOf(call), content: { 'application/json': { schema: envelopeSchema(call) } } },
  },
})

const envelopeSchema = (call: Call): JsonSchema => ({
  type: 'object',
  required: ['code', 'msg', 'data', 'ts'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    data: { anyOf: [jsonSchemaOf(call.data, 'output'), { type: 'null' }, { type: 'object' }] },
    ts: { type: 'integer' },
  },
})

const queryParameters = (call: Call): JsonSchema[] => {
  if (call.method !== 'GET') return []
  const { properties = {}, required = [] } = jsonSchemaOf(call.input, 'input') as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

const idempotencyParameter = (call: Call): JsonSchema[] =>
  call.idempotent
    ? [
        {
          name: header.idempotencyKey,
          in: 'header',
          required: call.access.kind !== 'operator',
          schema: { type: 'string' },
        },
      ]
    : []

const errorsOf = (call: Call): string =>
  ['OK' as const, ...call.errors].map((name) => `${ErrorCode[name]} ${errorTexts[name]}`).join('；')
