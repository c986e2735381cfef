import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv'
import type { OpenAPI } from '@orpc/contract'
import { generateOpenApi } from '../../src/api/openapi.ts'

export const openApiDocument = JSON.parse(JSON.stringify(await generateOpenApi())) as OpenAPI.Document
const validators = new AjvJsonSchemaValidator()

/** What a validator that is not ours says against a value by a schema of the document; null when it fits. */
export function findFault(schema: object | undefined, value: unknown): string | null {
  const components = openApiDocument.components
  const validate = validators.getValidator<unknown>({ ...schema, components } as object)
  const result = validate(value)
  return result.valid ? null : (result.errorMessage ?? 'no reason')
}
