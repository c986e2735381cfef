import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { OpenAPI } from '@orpc/contract'
import { generateOpenApi } from '../../src/api/document/openapi.ts'

export const openApiDocument = JSON.parse(JSON.stringify(await generateOpenApi())) as OpenAPI.Document

const COMPONENTS = '#/components/'
const validators = new AjvJsonSchemaValidator()
// Known under a name of its own, the components are read once and not with each schema that points to them.
validators.getValidator({ $id: 'document', components: openApiDocument.components } as object)

type Validate = ReturnType<typeof validators.getValidator<unknown>>
const made = new WeakMap<object, Validate>()

function makeValidator(schema: object): Validate {
  const text = JSON.stringify(schema).replaceAll(`"$ref":"${COMPONENTS}`, `"$ref":"document${COMPONENTS}`)
  const validate = validators.getValidator<unknown>(JSON.parse(text))
  made.set(schema, validate)
  return validate
}

/** What a validator that is not ours says against a value by a schema of the document; null when it fits. */
export function findFault(schema: object | undefined, value: unknown): string | null {
  const known = schema ?? {}
  const result = (made.get(known) ?? makeValidator(known))(value)
  return result.valid ? null : (result.errorMessage ?? 'no reason')
}
