-- Keys that could bring flows with secrets to use before this was asked for go on doing so.
UPDATE "api_key" SET "scopes" = array_append("scopes", 'secrets:use')
WHERE "scopes" && ARRAY['flows:write', 'runs:write'] AND NOT 'secrets:use' = ANY("scopes");
