import { defineConfig } from 'drizzle-kit'

/** `npx drizzle-kit generate` writes what changed in the schema as the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/db/schema/index.ts',
  out: './src/db/migrations',
})
