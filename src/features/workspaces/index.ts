export { createWorkspaceHandlers, type WorkspaceDeps } from './handlers.ts'
export { createWorkspaceInvitationStore, type WorkspaceInvitationStore } from './invitation-store.ts'
export { createWorkspaceStore } from './store.ts'
