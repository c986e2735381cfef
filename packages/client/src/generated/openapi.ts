/** Written by `node scripts/generate-client.ts` from the contract; do not edit. */

export interface paths {
    "/chat/sendMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message
         * @description Sends one message of exactly one type to a person or group.
         */
        post: operations["chat.sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/reactMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * React to a message
         * @description An empty reaction removes the one given before.
         */
        post: operations["chat.reactMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/forwardMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forward a message this client can see
         * @description It is named by its id and `sourceJid`, the chat it is in.
         */
        post: operations["chat.forwardMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sendAlbum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an album
         * @description One result for the album; `res.items` carries each item’s key and status.
         */
        post: operations["chat.sendAlbum"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/editMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit a text or a caption this client sent
         * @description For 15 minutes after it was sent.
         */
        post: operations["chat.editMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/readMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark messages as read
         * @description Each message is named by its key, as it was received with.
         */
        post: operations["chat.readMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/getConversationMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a conversation
         * @description Newest first; `nextCursor` is null at the end.
         */
        post: operations["chat.getConversationMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/fetchContacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the contacts of a client
         * @description One row for each person, under whichever address it is known.
         */
        post: operations["chat.fetchContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/listConversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List conversations, most recent first
         * @description Extension: not part of the interface document.
         */
        post: operations["chat.listConversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/countConversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count conversations by how far people are with them
         * @description Each count ends at 1,000. Extension: not part of the interface document.
         */
        post: operations["chat.countConversations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/getConversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell how far people are with a conversation, and whose it is
         * @description Extension: not part of the interface document.
         */
        post: operations["chat.getConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/updateConversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve, snooze, open or assign a conversation
         * @description What the contact writes opens what was snoozed or resolved, and waits for a person where no flow answers; what a person answers waits no more. Extension: not part of the interface document.
         */
        post: operations["chat.updateConversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sharePresence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell the team that you look at or write in a conversation
         * @description Pages of other members who see the client are told by the stream of events, the contact never. It ends 20 seconds after it was told last, or with `left`. Extension: not part of the interface document.
         */
        post: operations["chat.sharePresence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/listMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a conversation with reactions, quotes, files and content
         * @description As chat.getConversationMessages, with what chat.getMessage tells of each message. Extension: not part of the interface document.
         */
        post: operations["chat.listMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/searchMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find messages of a conversation by their text
         * @description Newest first, whatever the case and accents of the letters and what stands between the digits of a number. A page may be short or empty although there is a `nextCursor`: go on with it. Extension: not part of the interface document.
         */
        post: operations["chat.searchMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/getMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read one message with its reactions, votes and content
         * @description Extension: not part of the interface document.
         */
        post: operations["chat.getMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * What became of a message, and why
         * @description Which flow took it and what it answered, or why none did and what would change that: from what was written down when it was decided. Extension: not part of the interface document.
         */
        post: operations["chat.explain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/downloadMedia": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the file of a message
         * @description Answers where to GET the file. One that is not here yet is downloaded first, or asked of the phone again. Extension: not part of the interface document.
         */
        post: operations["chat.downloadMedia"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/deleteMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a message back for everybody
         * @description One this client sent, or in a group it administers anybody’s, within 60 hours. Extension: not part of the interface document.
         */
        post: operations["chat.deleteMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/sendPresence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show presence, typing or recording
         * @description Typing and recording are shown in a chat for a few seconds; available and unavailable concern the whole account. Extension: not part of the interface document.
         */
        post: operations["chat.sendPresence"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out which phone numbers are on the network
         * @description Answers in the order asked. Extension: not part of the interface document.
         */
        post: operations["contacts.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a contact with its flags, tags and the flow state under way
         * @description Extension: not part of the interface document.
         */
        post: operations["contacts.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the people a client knows with what is noted of them
         * @description In the order of their addresses. With several filters all of them hold. Extension: not part of the interface document.
         */
        post: operations["contacts.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a contact’s tags and fields, or have a person look after it
         * @description Flows stay silent for `handoffSec` seconds from now; 0 gives the contact back to them. Of `fields` only those named change; null takes a value away. Extension: not part of the interface document.
         */
        post: operations["contacts.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/profilePicture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the picture of a person or a group
         * @description Answers the network’s own link, which works for some days; the answer is kept for ten minutes. Extension: not part of the interface document.
         */
        post: operations["contacts.profilePicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the fields that the caller’s contacts have, by name
         * @description Extension: not part of the interface document.
         */
        post: operations["contacts.fields.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Define a field of contacts, or change its label, choices and description
         * @description The type of a field that is there stays: delete it and define another. Values that contacts have under the name already stay as they are until they are set again. Extension: not part of the interface document.
         */
        post: operations["contacts.fields.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/fields/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the definition of a field; the values that contacts have under its name stay
         * @description Extension: not part of the interface document.
         */
        post: operations["contacts.fields.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replies/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the canned replies of the workspace by shortcut
         * @description Extension: not part of the interface document.
         */
        post: operations["replies.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replies/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a canned reply
         * @description Extension: not part of the interface document.
         */
        post: operations["replies.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replies/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a canned reply
         * @description All of it is given anew. Extension: not part of the interface document.
         */
        post: operations["replies.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/replies/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a canned reply
         * @description Extension: not part of the interface document.
         */
        post: operations["replies.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the texts that wait for approval, those waiting longest first
         * @description Extension: not part of the interface document.
         */
        post: operations["approvals.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a text out, as it is or as it is given
         * @description It is sent once, and the run goes on. CONFLICT with `reason` APPROVAL_DECIDED when somebody was faster, with who that was, and APPROVAL_OVER when the run no longer waits for it. Extension: not part of the interface document.
         */
        post: operations["approvals.approve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/approvals/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a text from being sent
         * @description The run leaves by `declined`; where nothing is connected there, a person has the chat. CONFLICT with `reason` APPROVAL_DECIDED when somebody was faster, with who that was, and APPROVAL_OVER when the run no longer waits for it. Extension: not part of the interface document.
         */
        post: operations["approvals.decline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server/ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check that the service answers and the key works
         * @description Tells its version, how long it has been up and its time.
         */
        post: operations["server.ping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server/qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the pairing string of a client
         * @description Start the worker, then poll. `data` is false while the string is awaited, the string once it exists, true once paired.
         */
        post: operations["server.qr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/server/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get how the whole service does (admin only)
         * @description Of the process that answers, the database, the hosts that own clients, and what waits. Counts are of all users. Extension: not part of the interface document.
         */
        post: operations["server.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a client’s worker
         * @description From then on the client is connected again after every restart.
         */
        post: operations["worker.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a client’s worker; it stays paired
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a client’s worker and start it again
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.restart"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpair a client; the next start asks for a QR
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/pairingCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a code to link a client by typing it into the phone
         * @description Starts the worker when it does not run. The phone of that number is told too. Another call makes another code, and the one before is void. Where it stands is in `worker.status` and `server.qr`. Extension: not part of the interface document.
         */
        post: operations["worker.pairingCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/passkey/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get what the network asks of the account’s passkey
         * @description Sign `options` with it on https://web.whatsapp.com, by `navigator.credentials.get`, and hand the result to worker.passkey.answer. Extension: not part of the interface document.
         */
        post: operations["worker.passkey.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/passkey/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand over what the account’s passkey signed
         * @description May be called again when it is refused. Most often the phone then links the client; else a code has to be compared. Extension: not part of the interface document.
         */
        post: operations["worker.passkey.answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/passkey/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm that the phone shows the same code; it then links the client
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.passkey.confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the state of all the caller’s workers, as last reported
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the live state of a client’s worker
         * @description Extension: not part of the interface document.
         */
        post: operations["worker.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/worker/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell how a client’s account stands with its network
         * @description From what was sent, refused, delivered and answered in the last two days, and how the connection held. Works while the worker is stopped, too. Extension: not part of the interface document.
         */
        post: operations["worker.health"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s flows, newest first
         * @description All of them, or those that fit every filter given.
         */
        post: operations["flows.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import a flow as a draft
         * @description The graph may be unfinished; publishing checks it. A workflow of n8n is refused with how it connects (`reason` N8N_WORKFLOW). Flows in `bundle` are imported with it, links between them rewritten. Tables and contact fields in `requires` are made where there are none of the name, without rows and values; those that are there stay.
         */
        post: operations["flows.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a flow
         * @description BAD_REQUEST with `errors` and `warnings` when its graph is not valid, or when one of its saved test cases falls short.
         */
        post: operations["flows.publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unpublish a flow
         * @description Running flow states finish; no new ones start.
         */
        post: operations["flows.unpublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a flow state
         * @description Where one contact is in a flow, and the context it keeps.
         */
        post: operations["flows.states.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the events of a flow state with the transitions they caused, in order
         * @description What was received, and each step taken for it.
         */
        post: operations["flows.states.events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the messages a flow state sent, in order, with how far each got
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.states.sends"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what a flow state did: events, transitions and messages, with codes beside their sentences
         * @description For who shows a run in another language: `summary`, `failure` and the `failure` of the whole are `{code, params}`, null where only the sentence was stored. Extension: not part of the interface document.
         */
        post: operations["flows.states.story"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List flow states, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.states.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/testedDraft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get the draft that a flow state tests
         * @description As it was when the test began; null for a flow state of a published version. Extension: not part of the interface document.
         */
        post: operations["flows.states.testedDraft"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a published flow for a contact
         * @description CONFLICT with `reason` RUN_EXISTS (and `flowStateId`) when a run is in the way. Extension: not part of the interface document.
         */
        post: operations["flows.states.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Hand a live flow state over to people, as if one had written
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.states.pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a flow state go on
         * @description A waiting one takes `text` as the answer; a handed over or parked one goes on where it was; `nodeId` jumps. Extension: not part of the interface document.
         */
        post: operations["flows.states.resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/states/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a flow state that has not ended
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.states.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a flow
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a flow; a published one keeps running as it was published
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the published versions of a flow, newest first
         * @description `hasUnpublishedChanges` tells whether the draft differs from the newest of them; where nodes stand on the canvas is no difference. Extension: not part of the interface document.
         */
        post: operations["flows.versions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/getVersion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a published version with its content
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.getVersion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add up what the flow states of a flow did, on one published version or on all
         * @description Of the newest 5,000 that began in the time given; tests of drafts are left out. While a flow that is called runs, they stand at the node that called it. Extension: not part of the interface document.
         */
        post: operations["flows.statistics"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a published version the draft again
         * @description What is published stays until the next publish; with `publish` the version is published anew in the same step. Extension: not part of the interface document.
         */
        post: operations["flows.rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testCases/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the test cases of a flow, oldest first
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.testCases.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testCases/save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a test case with a flow, or change one
         * @description They are played before each publish; one that falls short refuses it. Extension: not part of the interface document.
         */
        post: operations["flows.testCases.save"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testCases/record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save a conversation that was had as a test case of its flow
         * @description What came in and what other systems answered become the script, and what the version it ran on says to that is expected. Needs `runs:read` beside `flows:write`. CONFLICT with `reason` RUN_NOT_REPEATABLE where a replay does not say what was said, and RUN_NOT_RECORDED once its events are gone. Extension: not part of the interface document.
         */
        post: operations["flows.testCases.record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testCases/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a test case
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.testCases.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testCases/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play test cases on a flow without publishing it
         * @description All saved ones, or the `case` given; on the stored draft, or on the document given as `flow`. Nothing is sent. Extension: not part of the interface document.
         */
        post: operations["flows.testCases.run"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/missed/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what people wrote that a flow did not understand
         * @description Answers that a question or menu of the flow did not take, and messages to its client that started nothing; texts that differ by errors of typing are one group. What was dismissed is left out. Extension: not part of the interface document.
         */
        post: operations["flows.missed.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/missed/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take texts off the list of what a flow did not understand
         * @description Because they were handled, or do not matter. They do not come back when they are written again. Extension: not part of the interface document.
         */
        post: operations["flows.missed.dismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/languages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write all texts of a draft, with their translations, as CSV
         * @description Columns are `Key`, `Place`, `Kind`, then one a language, the main one first. CONFLICT with `reason` FLOW_WITHOUT_LANGUAGES until its settings name languages. Extension: not part of the interface document.
         */
        post: operations["flows.languages.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/languages/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put translations that come as CSV into a draft
         * @description A blank cell leaves what is there. Texts of the main language are not changed: where one is another than in the file, its translations are stale. Extension: not part of the interface document.
         */
        post: operations["flows.languages.import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/incoming/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the addresses at which other systems start a flow
         * @description One for each trigger.webhook that was published, and those made with flows.incoming.renew. They answer while the flow is published with that trigger. Extension: not part of the interface document.
         */
        post: operations["flows.incoming.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/incoming/renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the address of a trigger.webhook anew
         * @description The address before ends at once. Before the first publish, this makes the first one. Extension: not part of the interface document.
         */
        post: operations["flows.incoming.renew"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/incoming/calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the last calls of an address, newest first
         * @description At most 50, of the last 30 days, with what they were answered. Calls over the limit are not kept. Extension: not part of the interface document.
         */
        post: operations["flows.incoming.calls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/results/answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what people answered in a flow as a table: a row each flow state, a column each question
         * @description From what was recorded when it was answered, over all versions. At most 20,000 flow states are looked at for a page, and the values of at most 3,000: a page may be shorter than asked while `nextCursor` leads on. Sorted by a column, the newest 3,000 that match are sorted, and `isPartial` tells of more. Extension: not part of the interface document.
         */
        post: operations["flows.results.answers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/results/exportAnswers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save what people answered in a flow as CSV or JSON, piece by piece
         * @description Newest first. The `text` of all pieces, one after the other, is the file: CSV as RFC 4180 has it, in which no cell is read as a formula, or a JSON array. Extension: not part of the interface document.
         */
        post: operations["flows.results.exportAnswers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/results/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count how many flow states of a flow reached each of its goals
         * @description Of `goal` nodes, those of flows it calls too; each once a flow state. Tests of drafts are left out. Extension: not part of the interface document.
         */
        post: operations["flows.results.goals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/results/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare the ways of each split of a flow by how many reached a goal
         * @description Of `split` nodes of the flow itself. Tests of drafts are left out. Extension: not part of the interface document.
         */
        post: operations["flows.results.tests"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testPhones/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the numbers on which a flow’s draft may be tested, oldest first
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.testPhones.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testPhones/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Allow a number to be used for tests of a flow’s draft
         * @description Give only numbers of people who know of it. At most 10; one that is there already stays as it is. Extension: not part of the interface document.
         */
        post: operations["flows.testPhones.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testPhones/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a number off the list for tests of a flow’s draft
         * @description A test that is under way goes on; flows.states.cancel ends it. Extension: not part of the interface document.
         */
        post: operations["flows.testPhones.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/testOnPhone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a test of a flow’s draft on a phone
         * @description The draft is kept as it stands, and only this number gets it: until the test ends, it stands in the place of the published flow for this one contact. Ends an earlier test on the number. CONFLICT with `reason` when something is in the way. Extension: not part of the interface document.
         */
        post: operations["flows.testOnPhone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/callHttp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the call of an http node for real, once
         * @description For trying a draft out. The same bounds and refused addresses as in a run; no run, no second attempt. A call without an answer is a result with `error`. Extension: not part of the interface document.
         */
        post: operations["flows.callHttp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a flow and cancel its flow states
         * @description Extension: not part of the interface document.
         */
        post: operations["flows.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Export a flow as a flow document
         * @description With the flows it calls in `bundle`. Secrets, tokens and addresses of this installation do not travel. Extension: not part of the interface document.
         */
        post: operations["flows.export"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/importTypebot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import an exported Typebot (version 6 or later) as a draft
         * @description The report names each block: `exact`, `changed` as its note says, or `stub`, a place holder to be filled in. Groups nothing leads to are one entry of type `groups`: a flow with them cannot be published. Extension: not part of the interface document.
         */
        post: operations["flows.importTypebot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check a flow without publishing it
         * @description Give the id of a stored flow, a flow document as `flow`, or both: then the document is checked as what that flow is to become. Extension: not part of the interface document.
         */
        post: operations["flows.validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/flows/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a flow as a draft
         * @description Its test cases are copied too. Extension: not part of the interface document.
         */
        post: operations["flows.duplicate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Play the test cases of a flow with its models, and judge what they answer
         * @description A case holds its checks under `evaluation.checks`; `checks` hold for every one beside them. Models are asked for real unless `answers` is `recorded`. Nothing else happens: nothing is sent, tables are those of the case, and calls are answered by `samples` and steps, or fail. Extension: not part of the interface document.
         */
        post: operations["evaluations.start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the evaluations of a flow, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["evaluations.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an evaluation with what came of each conversation
         * @description Extension: not part of the interface document.
         */
        post: operations["evaluations.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare two evaluations of a flow: what got worse, better, and what was said
         * @description Extension: not part of the interface document.
         */
        post: operations["evaluations.compare"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an evaluation that has not ended
         * @description A question that was asked already is answered and counted; no other is asked. Extension: not part of the interface document.
         */
        post: operations["evaluations.cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/evaluations/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete an evaluation with its results
         * @description Extension: not part of the interface document.
         */
        post: operations["evaluations.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/pairingLinks/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link by which somebody without an account links their phone to a client
         * @description For the owner of the number, who scans the QR, types the code or signs with the passkey on a page of this service. It works in one browser, for one client that has no session, until that is linked, and shows nothing else. Another link ends the one before, and what it showed. Extension: not part of the interface document.
         */
        post: operations["clients.pairingLinks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/pairingLinks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the pairing links that still work, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.pairingLinks.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/pairingLinks/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a pairing link at once
         * @description A QR or a code that its page showed is void too: the worker starts anew and shows another QR, while the client is not linked yet. With GATEWAY_TIMEOUT the link is over all the same; worker.restart voids what it showed. Extension: not part of the interface document.
         */
        post: operations["clients.pairingLinks.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a client
         * @description Its settings, its number and what its worker was asked to do.
         */
        post: operations["clients.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/updateMainMenuFlow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set the main-menu flow of a client
         * @description Null removes it.
         */
        post: operations["clients.updateMainMenuFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/setContactFlag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Block a contact from triggering flows, or mark it as a favourite
         * @description `blacklist` true also removes the contact’s active flow states and answers their ids.
         */
        post: operations["clients.setContactFlag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s clients, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a client; start its worker to pair it
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a client’s settings
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a client with its messages, contacts and flow states
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what happened to a client’s connection, newest first
         * @description The latest changes only; older ones are forgotten. Extension: not part of the interface document.
         */
        post: operations["clients.history"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/exportSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a client’s session out, into a file encrypted with a passphrase
         * @description The worker is stopped first, and stays stopped: the session is meant to run in one place only. Whoever has the file and the passphrase has the account’s messages, until the phone removes the linked device. Extension: not part of the interface document.
         */
        post: operations["clients.exportSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/importSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a client without a session the one of an exported file
         * @description The client has to be stopped and on the network the session was exported from. It connects without scanning at the next worker.start. Extension: not part of the interface document.
         */
        post: operations["clients.importSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/importBaileysSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move in the session of another program that is built on Baileys, without pairing again
         * @description Takes a folder of `useMultiFileAuthState` as a zip or as a JSON object of names and contents, a JSON document with `creds` and `keys`, the row of `Session` of Evolution API together with its folder or Redis hash, and the files or rows (`waha_auth`) of WAHA’s NOWEB engine. The client has to be stopped and without a session. Nothing of it is kept as the client’s session until it has logged in once: its code is IMPORT_PENDING, and IMPORT_REFUSED when the network does not take it. Move, do not copy: stop the other place for good before worker.start, without logging out there; while it still runs, the two replace each other (IMPORT_CONFLICT) and messages become unreadable. Extension: not part of the interface document.
         */
        post: operations["clients.importBaileysSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/reclaimSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an exported session back, so that the client can be started here again
         * @description Only when no other place runs it: two connections of one session replace each other. Extension: not part of the interface document.
         */
        post: operations["clients.reclaimSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/getProxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get how a client reaches its network: directly, by the pool or by its own proxy
         * @description Extension: not part of the interface document.
         */
        post: operations["clients.getProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/clients/setProxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a client a proxy of its own, or take it away
         * @description All of the client’s traffic goes through it from then on; null returns the client to the pool. It reconnects at once. A client on the sandbox network uses no proxy. Extension: not part of the interface document.
         */
        post: operations["clients.setProxy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proxy/seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Seed the pool of outbound proxies (admin only)
         * @description Adds or updates proxies, reaches each once, gives one that works to every client that should run, and restarts workers whose proxy changed.
         */
        post: operations["proxy.seed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proxies/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the pool of outbound proxies (admin only)
         * @description With how each one does and how many clients go through it. Passwords are never answered. Extension: not part of the interface document.
         */
        post: operations["proxies.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proxies/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a proxy now (admin only)
         * @description Reaches the network through it and, where one of its clients is connected, sends a file and gets it back. Extension: not part of the interface document.
         */
        post: operations["proxies.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/proxies/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove proxies from the pool (admin only)
         * @description Their clients move to others. When none is left, clients would connect directly: that is refused unless `allowDirect` is true. Extension: not part of the interface document.
         */
        post: operations["proxies.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the workspaces the caller is in
         * @description Only for signed-in people. Extension: not part of the interface document.
         */
        post: operations["workspaces.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell which workspace the caller works in, and as what
         * @description A key works in one workspace, with at most the rights that its user has there. Extension: not part of the interface document.
         */
        post: operations["workspaces.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rename the workspace
         * @description Extension: not part of the interface document.
         */
        post: operations["workspaces.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make another workspace, and work in it
         * @description It is empty, and its owner is who made it, with their plan. Only for signed-in people. Extension: not part of the interface document.
         */
        post: operations["workspaces.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/enter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Work in another workspace with this session
         * @description Extension: not part of the interface document.
         */
        post: operations["workspaces.enter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Join a workspace by the link of an invitation
         * @description It has to be for the address of who is signed in. The session works in it from then on. Extension: not part of the interface document.
         */
        post: operations["workspaces.join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete the workspace with all that is in it
         * @description Only its owner may. Clients are stopped, and then, all at once, clients, flows, contacts, messages, secrets, documents and keys are gone for good. Extension: not part of the interface document.
         */
        post: operations["workspaces.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/members/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List who is in the workspace
         * @description Extension: not part of the interface document.
         */
        post: operations["workspaces.members.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/members/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change what somebody is in the workspace
         * @description The role `owner` hands the workspace over: only its owner may, and becomes an admin by it. What a person may no longer see ends at once, open streams too. Extension: not part of the interface document.
         */
        post: operations["workspaces.members.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/members/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take somebody out of the workspace
         * @description Their keys and sessions open nothing of it from the next call on. What they made stays. The owner cannot be taken out. Extension: not part of the interface document.
         */
        post: operations["workspaces.members.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/members/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave the workspace
         * @description Its owner hands it over first. Who is in no other workspace gets one of their own. Extension: not part of the interface document.
         */
        post: operations["workspaces.members.leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/invitations/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List who was invited into the workspace and has not come yet, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["workspaces.invitations.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/invitations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody into the workspace
         * @description Only for signed-in people. The link is good for seven days and for the person with this address: who has no account makes one with it, who has one joins with workspaces.join. Inviting the same address again ends the earlier link, and so does taking the rights of whoever made it. Extension: not part of the interface document.
         */
        post: operations["workspaces.invitations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/invitations/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an invitation into the workspace back
         * @description Extension: not part of the interface document.
         */
        post: operations["workspaces.invitations.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tell what the key of this call may do
         * @description Every key may ask it. Programs offer by it only what the key can do. Extension: not part of the interface document.
         */
        post: operations["keys.current"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List keys, newest first
         * @description Owners and admins of the workspace get those of everybody in it, others their own. Extension: not part of the interface document.
         */
        post: operations["keys.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a key
         * @description Only for signed-in people. `key` is shown this once and cannot be recovered. Extension: not part of the interface document.
         */
        post: operations["keys.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key at once
         * @description Only for signed-in people: owners and admins of the workspace for everybody in it, others for their own keys. Extension: not part of the interface document.
         */
        post: operations["keys.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s secrets by name; values are never answered
         * @description Extension: not part of the interface document.
         */
        post: operations["secrets.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store a secret for flows, or replace its value or its hosts
         * @description People who are signed in may leave out `value` to change only the hosts of a stored secret. A key always gives the value: who does not know it is not to send it elsewhere. Extension: not part of the interface document.
         */
        post: operations["secrets.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a secret; flows that need it fail at that node
         * @description Extension: not part of the interface document.
         */
        post: operations["secrets.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/connections/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store how tokens of another system are had; flows name them as any secret
         * @description The tokens are kept encrypted, renewed before they end, and go to `hosts` alone. Settings given again replace all of them and end what was connected. Extension: not part of the interface document.
         */
        post: operations["secrets.connections.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/connections/redirectUri": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read the address to register at the other system, where people come back to
         * @description Extension: not part of the interface document.
         */
        post: operations["secrets.connections.redirectUri"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/connections/begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make the address at which somebody agrees that flows act for them
         * @description Open it in the browser of the person who is signed in here. It is good for 10 minutes, once. Extension: not part of the interface document.
         */
        post: operations["secrets.connections.begin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/connections/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take what the other system sent the person back with
         * @description Extension: not part of the interface document.
         */
        post: operations["secrets.connections.finish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/secrets/connections/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new token now, to see whether the connection works
         * @description Extension: not part of the interface document.
         */
        post: operations["secrets.connections.check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s language models by name, with what they took today
         * @description Extension: not part of the interface document.
         */
        post: operations["models.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set up a language model for flows, or change one
         * @description The key is a stored secret whose hosts name the model’s server; it is sent nowhere else. What is left out gets its default, also when a model is changed. Extension: not part of the interface document.
         */
        post: operations["models.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a language model; flows that ask it leave by error there
         * @description Extension: not part of the interface document.
         */
        post: operations["models.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a language model for real, once
         * @description For trying a draft out: the same question, limits and checks as an `ai` node’s, without a run and without a second attempt. A question without an answer is a result with `error`. Extension: not part of the interface document.
         */
        post: operations["models.ask"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/models/listTools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask a server of tools (MCP) which it has, to choose from
         * @description For an `ai` node of the mode `agent`, whose flow keeps the chosen ones with their descriptions and parameters: what the server says later changes nothing. One session, by the same guarded client as calls. A server that does not answer is a result with `error`. Extension: not part of the interface document.
         */
        post: operations["models.listTools"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the documents and pages kept as knowledge, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["knowledge.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a document as knowledge
         * @description PDF, DOCX, HTML, Markdown, CSV or text, up to 16 MiB. It is read after the answer: `state` says how far it is. A file that is kept already is answered as it is. Extension: not part of the interface document.
         */
        post: operations["knowledge.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/addUrl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a web page as knowledge
         * @description The page, or the document at this address, is fetched after the answer; `knowledge.refresh` fetches it again. Addresses inside private networks are refused. Extension: not part of the interface document.
         */
        post: operations["knowledge.addUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a document’s state and what was read from it
         * @description Extension: not part of the interface document.
         */
        post: operations["knowledge.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read a page again, or a file that could not be read
         * @description What was read before stays until it is replaced. One that is being read is answered as it is. Extension: not part of the interface document.
         */
        post: operations["knowledge.refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove a document with all that was read from it
         * @description Extension: not part of the interface document.
         */
        post: operations["knowledge.remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/setModel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Choose the embedding model by which documents are found, or none
         * @description A model of the kind `embedding` (`models.set`). All pieces are embedded by it after the answer, and anew when another model is chosen or this one is changed. Choosing it again tries again what failed. Null: vectors are removed, and words alone find. Extension: not part of the interface document.
         */
        post: operations["knowledge.setModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/knowledge/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find the pieces of documents that answer a question
         * @description By its words, whatever their case, accents and endings; misspelt words are taken for those that are near. By its meaning too, where a model is chosen (`knowledge.setModel`); without an answer of that within 3 seconds by words alone. Extension: not part of the interface document.
         */
        post: operations["knowledge.search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s tables for flows by name
         * @description Extension: not part of the interface document.
         */
        post: operations["tables.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a table for flows, or change its columns and what is unique in it
         * @description The type of a column stays while there are rows; values of a column that is left out are kept and not shown. Rows that break a new unique group refuse it. Extension: not part of the interface document.
         */
        post: operations["tables.set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a table with all its rows; flows that use it leave by error there
         * @description Extension: not part of the interface document.
         */
        post: operations["tables.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/rows/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read rows of a table
         * @description Extension: not part of the interface document.
         */
        post: operations["tables.rows.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/rows/add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add rows to a table, all or none
         * @description Extension: not part of the interface document.
         */
        post: operations["tables.rows.add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/rows/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a row of a table
         * @description Only the columns named change. Extension: not part of the interface document.
         */
        post: operations["tables.rows.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tables/rows/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete rows of a table
         * @description Extension: not part of the interface document.
         */
        post: operations["tables.rows.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the files kept for flows, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["assets.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Read what is known of a kept file
         * @description Extension: not part of the interface document.
         */
        post: operations["assets.get"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a file for flows
         * @description Bodies of up to 64 MiB, which is a file of 48 MiB. A file that is kept already is answered as it is, and not kept twice. Extension: not part of the interface document.
         */
        post: operations["assets.upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/assets/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a kept file
         * @description Refused with CONFLICT while a draft, a published flow or a canned reply sends it. Extension: not part of the interface document.
         */
        post: operations["assets.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what happened, oldest first
         * @description Call again with `nextCursor` to go on; an empty page with the same cursor means nothing new happened yet. The same events come as they happen from `GET events/stream` (server-sent events). Extension: not part of the interface document.
         */
        post: operations["events.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the caller’s webhooks, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["webhooks.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have events posted to an address
         * @description Every event is signed after Standard Webhooks, sent at least once and, within a conversation, in order. `secret` is shown this once. Extension: not part of the interface document.
         */
        post: operations["webhooks.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a webhook, or switch it off and on
         * @description Extension: not part of the interface document.
         */
        post: operations["webhooks.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete a webhook and what waits for it
         * @description Extension: not part of the interface document.
         */
        post: operations["webhooks.delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description For 24 hours every event is signed with the new secret and the old one. `secret` is shown this once. Extension: not part of the interface document.
         */
        post: operations["webhooks.rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a webhook an event `webhook.test` now and tell what it answered
         * @description Extension: not part of the interface document.
         */
        post: operations["webhooks.test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List what was and will be sent to a webhook, newest first
         * @description Extension: not part of the interface document.
         */
        post: operations["webhooks.deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description By the ids of deliveries, or all events of a range that the webhook takes; at most 10,000 at once. Ids of events stay the same. Extension: not part of the interface document.
         */
        post: operations["webhooks.replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Scan a client’s QR with a simulated phone
         * @description For clients on the sandbox network that runs inside this service; the worker must be showing a QR. A fictional number is chosen. Extension: not part of the interface document.
         */
        post: operations["sandbox.scan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the simulated contacts of a client, the latest first
         * @description For clients on the sandbox network that runs inside this service. Extension: not part of the interface document.
         */
        post: operations["sandbox.contacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/saveContact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make or change a simulated contact of a client
         * @description For clients on the sandbox network that runs inside this service. Without a number a fictional one is chosen. The contact stands in the address book of the client’s phone. Extension: not part of the interface document.
         */
        post: operations["sandbox.saveContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the groups a client is in, with their simulated members
         * @description For clients on the sandbox network that runs inside this service. Extension: not part of the interface document.
         */
        post: operations["sandbox.groups"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/createGroup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have simulated contacts make a group with a client
         * @description For clients on the sandbox network that runs inside this service. The first of the members makes it. Extension: not part of the interface document.
         */
        post: operations["sandbox.createGroup"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show a conversation as a simulated contact sees it, oldest first
         * @description For clients on the sandbox network that runs inside this service. Extension: not part of the interface document.
         */
        post: operations["sandbox.conversation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write to a client as a simulated contact
         * @description For clients on the sandbox network that runs inside this service. Exactly one of text, file, location, reaction and vote. Extension: not part of the interface document.
         */
        post: operations["sandbox.send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/markRead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Have a simulated contact read what a client wrote
         * @description For clients on the sandbox network that runs inside this service. Extension: not part of the interface document.
         */
        post: operations["sandbox.markRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a file that a simulated contact received
         * @description For clients on the sandbox network that runs inside this service. At most 16 MiB. Extension: not part of the interface document.
         */
        post: operations["sandbox.file"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the people of this service (admin only)
         * @description Extension: not part of the interface document.
         */
        post: operations["users.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make an account for somebody (admin only)
         * @description Only for signed-in people. `password` is drawn here and shown this once; the person changes it after signing in. Extension: not part of the interface document.
         */
        post: operations["users.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change somebody’s role or plan, or suspend them (admin only)
         * @description Only for signed-in people. Suspending signs the person out everywhere and refuses their keys at once. Extension: not part of the interface document.
         */
        post: operations["users.update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List the invitations that nobody took up yet, newest first (admin only)
         * @description One that is over stays in the list until it is taken back or made anew. Extension: not part of the interface document.
         */
        post: operations["invitations.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody, who then chooses their own password (admin only)
         * @description Only for signed-in people. The link is good for seven days and one account; inviting the same address again ends the earlier link, and so does taking the rights of the administrator who made it. Extension: not part of the interface document.
         */
        post: operations["invitations.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/invitations/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take an invitation back (admin only)
         * @description Only for signed-in people. Extension: not part of the interface document.
         */
        post: operations["invitations.revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List where the caller is signed in
         * @description Only for signed-in people. Extension: not part of the interface document.
         */
        post: operations["sessions.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sessions/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out a session of the caller
         * @description Only for signed-in people. Extension: not part of the interface document.
         */
        post: operations["sessions.end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * List who changed what, newest first (admin only)
         * @description Everything but messaging itself: accounts, keys, sessions, clients, workers, flows, webhooks, secrets and proxies, what the command line did, what was done through pairing links, who signed in and who tried to. Kept for a year. Extension: not part of the interface document.
         */
        post: operations["audit.list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What happens, as it happens
         * @description Server-sent events: `id` is the place in the log, `event` the name, `data` what `events.list` answers of it. `stream.here` tells the place and, every ten seconds, that the connection lives; `stream.gap` tells that the log does not reach back to the place that was asked for. With the session of a signed-in person, `team.presence` tells who of the team is in which conversation. Extension: not part of the interface document.
         */
        get: operations["events.stream"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "message.received": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody wrote. What comes with the history is no event.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.received"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The network took a message of the account, whoever wrote it.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.sent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message got further, or could not be sent.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.reaction": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody reacted to a message; an empty reaction was taken back.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.reaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.vote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Somebody voted in a poll or answered an event; no options were taken back.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.vote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.edited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The text of a message is another one.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.edited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "message.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A message was taken back for everybody.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.message.deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "client.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The live state of a client changed.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.client.status"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "client.qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * There is a string to pair the client with.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.client.qr"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "contact.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Who a contact is changed, what was noted of them, or how far people are with the conversation.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.contact.updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "flow.state.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A run of a flow began, moved on or ended.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.flow.state.changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "flow.event": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A flow told something.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.flow.event"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "proxy.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A proxy of the pool failed: the first form is for admins, the second for owners of clients.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.proxy.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "connection.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * No token can be had for a connection until somebody looks at it.
         * @description Posted to the addresses of webhooks that take it. Extension: not part of the interface document.
         */
        post: operations["on.connection.failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        BadRequestError: {
            defined: boolean;
            /** @constant */
            code: "BAD_REQUEST";
            /** @constant */
            status: 400;
            /** @description What went wrong and what to do about it. */
            message: string;
            data: {
                errors: ({
                    /** @description What is wrong and what to do about it. */
                    message: string;
                    /** @description Dotted path of the field in the request body. */
                    path?: string;
                    /** @description Graph validation code: NO_TRIGGER, DISCONNECTED, DUPLICATE_ID, UNKNOWN_TYPE, GO_TO_TARGET_MISSING, INVALID_DATA, or a warning code. */
                    code?: string;
                    /** @description Node the problem is about. */
                    nodeId?: string | null;
                    /** @description Edge the problem is about. */
                    edgeId?: string | null;
                } & {
                    [key: string]: unknown;
                })[];
                warnings: ({
                    /** @description What is wrong and what to do about it. */
                    message: string;
                    /** @description Dotted path of the field in the request body. */
                    path?: string;
                    /** @description Graph validation code: NO_TRIGGER, DISCONNECTED, DUPLICATE_ID, UNKNOWN_TYPE, GO_TO_TARGET_MISSING, INVALID_DATA, or a warning code. */
                    code?: string;
                    /** @description Node the problem is about. */
                    nodeId?: string | null;
                    /** @description Edge the problem is about. */
                    edgeId?: string | null;
                } & {
                    [key: string]: unknown;
                })[];
            } & {
                [key: string]: unknown;
            };
        };
        UnauthorizedError: {
            defined: boolean;
            /** @constant */
            code: "UNAUTHORIZED";
            /** @constant */
            status: 401;
            /** @description What went wrong and what to do about it. */
            message: string;
        };
        ForbiddenError: {
            defined: boolean;
            /** @constant */
            code: "FORBIDDEN";
            /** @constant */
            status: 403;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        NotFoundError: {
            defined: boolean;
            /** @constant */
            code: "NOT_FOUND";
            /** @constant */
            status: 404;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        ConflictError: {
            defined: boolean;
            /** @constant */
            code: "CONFLICT";
            /** @constant */
            status: 409;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        PayloadTooLargeError: {
            defined: boolean;
            /** @constant */
            code: "PAYLOAD_TOO_LARGE";
            /** @constant */
            status: 413;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                maxBytes: number;
            } & {
                [key: string]: unknown;
            };
        };
        UnsupportedMediaTypeError: {
            defined: boolean;
            /** @constant */
            code: "UNSUPPORTED_MEDIA_TYPE";
            /** @constant */
            status: 415;
            /** @description What went wrong and what to do about it. */
            message: string;
        };
        UnprocessableContentError: {
            defined: boolean;
            /** @constant */
            code: "UNPROCESSABLE_CONTENT";
            /** @constant */
            status: 422;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        TooManyRequestsError: {
            defined: boolean;
            /** @constant */
            code: "TOO_MANY_REQUESTS";
            /** @constant */
            status: 429;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @enum {string} */
                tier: "free" | "pro";
                limit: number;
                /**
                 * Format: date-time
                 * @description When the next hour by the clock begins (UTC).
                 */
                resetAt: string;
            };
        };
        InternalServerError: {
            defined: boolean;
            /** @constant */
            code: "INTERNAL_SERVER_ERROR";
            /** @constant */
            status: 500;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                requestId: string;
            };
        };
        ServiceUnavailableError: {
            defined: boolean;
            /** @constant */
            code: "SERVICE_UNAVAILABLE";
            /** @constant */
            status: 503;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        GatewayTimeoutError: {
            defined: boolean;
            /** @constant */
            code: "GATEWAY_TIMEOUT";
            /** @constant */
            status: 504;
            /** @description What went wrong and what to do about it. */
            message: string;
            data?: {
                /** @description A stable word for programs: CLIENT_NOT_CONNECTED, RECIPIENT_NOT_FOUND, SEND_QUEUE_FULL, NO_CALL_LINK, EDIT_WINDOW_PAST, DELETE_WINDOW_PAST, MESSAGE_NOT_FOUND, SESSION_EXPORTED, ALREADY_PAIRED, PAIRING_CODE_REFUSED, NOT_PAIRING, NOT_LINKABLE, NO_PASSKEY_ASKED, PASSKEY_REFUSED, SCOPE_MISSING, KEY_LIMITED_TO_CLIENTS, PEOPLE_ONLY, ROLE_MISSING, NOT_AVAILABLE_YET. */
                reason?: string;
            } & {
                [key: string]: unknown;
            };
        };
        ChatRefusal: {
            /** @constant */
            type: "error";
            /** @description Client id, as it was sent; empty when none could be read. */
            client: string;
            /** @description `data.reason`, or else `code`, then a colon and the same sentence as `message`. */
            error: string;
        };
        /** @description Somebody wrote. What comes with the history is no event. */
        MessageReceivedData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            /** @description Whole seconds since 1970. */
            timestamp: number;
            type: string;
            text: string | null;
            /** @enum {string} */
            status: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
            /** @description The name the writer chose. */
            pushName: string | null;
            quotedId: string | null;
            /** @description Where it came from; of sent ones api, flow or phone. */
            origin: string;
        };
        MessageReceivedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.received";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageReceivedData"];
        };
        /** @description The network took a message of the account, whoever wrote it. */
        MessageSentData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            /** @description Whole seconds since 1970. */
            timestamp: number;
            type: string;
            text: string | null;
            /** @enum {string} */
            status: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
            /** @description The name the writer chose. */
            pushName: string | null;
            quotedId: string | null;
            /** @description Where it came from; of sent ones api, flow or phone. */
            origin: string;
        };
        MessageSentEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.sent";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageSentData"];
        };
        /** @description A message got further, or could not be sent. */
        MessageStatusData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            /** @enum {string} */
            status: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
            error: string | null;
            /** @description Of `error`, as a code with what varies. */
            failure: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
        };
        MessageStatusEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.status";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageStatusData"];
        };
        /** @description Somebody reacted to a message; an empty reaction was taken back. */
        MessageReactionData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            by: string;
            reaction: string;
        };
        MessageReactionEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.reaction";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageReactionData"];
        };
        /** @description Somebody voted in a poll or answered an event; no options were taken back. */
        MessageVoteData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            by: string;
            options: string[];
        };
        MessageVoteEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.vote";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageVoteData"];
        };
        /** @description The text of a message is another one. */
        MessageEditedData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
            text: string | null;
        };
        MessageEditedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.edited";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageEditedData"];
        };
        /** @description A message was taken back for everybody. */
        MessageDeletedData: {
            /** @description Full address of the conversation. */
            jid: string;
            /** @description Message id. */
            id: string;
            fromMe: boolean;
            /** @description Who wrote it, in a group. */
            participant: string | null;
        };
        MessageDeletedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "message.deleted";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["MessageDeletedData"];
        };
        /** @description The live state of a client changed. */
        ClientStatusData: {
            /** @enum {string} */
            status: "stopped" | "starting" | "pairing" | "connected" | "reconnecting" | "restricted" | "logged_out" | "passkey_required" | "failed";
            code: string;
            detail: string | null;
            /** @description Of `detail`, as a code with what varies. */
            cause: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description The network’s own number for it. */
            rawCode: number | null;
        };
        ClientStatusEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "client.status";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["ClientStatusData"];
        };
        /** @description There is a string to pair the client with. */
        ClientQrData: {
            qr: string;
        };
        ClientQrEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "client.qr";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["ClientQrData"];
        };
        /** @description Who a contact is changed, what was noted of them, or how far people are with the conversation. */
        ContactUpdatedData: {
            /** @description Full address. */
            jid: string;
            lid: string | null;
            phoneNumber: string | null;
            name: string | null;
            notify: string | null;
        } | {
            /** @description Full address. */
            jid: string;
            blacklist: boolean;
            favourite: boolean;
            tags: string[];
            handoffUntil: string | null;
        } | {
            /** @description Full address. */
            jid: string;
            /**
             * @description How far people are with the conversation.
             * @enum {string}
             */
            state: "open" | "waiting" | "snoozed" | "resolved";
            snoozedUntil: string | null;
            /** @description Id of a member of the workspace. */
            assignedTo: string | null;
        };
        ContactUpdatedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "contact.updated";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["ContactUpdatedData"];
        };
        /** @description A run of a flow began, moved on or ended. */
        FlowStateChangedData: {
            flowStateId: string;
            flowId: string;
            contactJid: string;
            /**
             * @description `removed` when the run was deleted.
             * @enum {string}
             */
            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired" | "removed";
            currentNodeId: string | null;
            error: string | null;
        };
        FlowStateChangedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "flow.state.changed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["FlowStateChangedData"];
        };
        /** @description A flow told something. */
        FlowEventData: {
            /** @description The name the flow gives it. */
            event: string;
            /** @description What the flow tells. */
            payload?: unknown;
            flowId: string;
            flowStateId: string;
            contactJid: string;
            nodeId: string | null;
        };
        FlowEventEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "flow.event";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["FlowEventData"];
        };
        /** @description A proxy of the pool failed: the first form is for admins, the second for owners of clients. */
        ProxyFailedData: {
            proxyId: string;
            host: string;
            port: number;
            fault: string;
            reason: string | null;
            clientIds: string[];
        } | {
            proxyId: string;
            fault: string;
            movedTo: string | null;
        };
        ProxyFailedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "proxy.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["ProxyFailedData"];
        };
        /** @description No token can be had for a connection until somebody looks at it. */
        ConnectionFailedData: {
            /** @description The secret that flows name. */
            name: string;
            /**
             * @description `ended`: somebody has to connect it again.
             * @enum {string}
             */
            state: "refused" | "ended";
            /** @description The code that the other system gave. */
            error: string | null;
        };
        ConnectionFailedEvent: {
            /** @description Unique; the same at every attempt. */
            id: string;
            /** @constant */
            type: "connection.failed";
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description The client it is about. */
            clientId: string | null;
            data: components["schemas"]["ConnectionFailedData"];
        };
        Client: {
            id: string;
            /** @description Owning user. */
            userId: string;
            /** @description E.164 with its +; null until paired. */
            phoneNumber: string | null;
            name: string | null;
            lastActivityAt: string | null;
            /** @description Seconds automation stays silent after a person wrote; 0 is off. */
            humanHandoffDurationSec: number;
            mainMenuFlowId: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
            /** @enum {string} */
            workerDesiredState: "running" | "stopped";
            workerStateUpdatedAt: string | null;
            sendRatePerSecond: number;
            sendBurst: number;
        };
        Flow: {
            id: string;
            name: string;
            description: string | null;
            /** @description JSON text of React Flow Node[]. */
            nodes: string;
            /** @description JSON text of React Flow Edge[]. */
            edges: string;
            /** @description JSON text of {x, y, zoom}. */
            viewport: string | null;
            /** @enum {string} */
            status: "draft" | "published";
            /** @description A flow without it cannot be published. */
            clientId: string | null;
            userId: string;
            isActive: boolean;
            /** @enum {string} */
            retriggerBehavior: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
            /** @enum {string} */
            fallbackBehavior: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
            fallbackText: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        FlowState: {
            id: string;
            flowId: string;
            clientId: string;
            /** @description Full address. */
            contactJid: string;
            /** @enum {string} */
            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
            currentNodeId: string | null;
            /** @description JSON text of the run’s context object. */
            context: string;
            version: number;
            claimedUntil: string | null;
            claimedBy: string | null;
            timeoutJobId: string | null;
            lastEventId: string | null;
            lastEventAt: string | null;
            error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        FlowStateEvent: {
            id: string;
            flowStateId: string;
            eventId: string;
            /** @description For example message_received, timeout, human_message, api_start. */
            eventType: string;
            /** @description chat, human, dashboard, api, scheduler, timer, effect, flow or system. */
            source: string;
            /** @description live, simulated or replay. */
            mode: string;
            /** @description One line of text, at most 200 characters. Of message_edited `edited "before" -> "after"`, of message_revoked `deleted` and the line of the message. */
            payloadSummary: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            receivedAt: string;
            processedAt: string | null;
            /** @description received, processing, processed, ignored, deferred, duplicate, failed or dead. */
            status: string;
            error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        FlowStateTransition: {
            id: string;
            flowStateEventId: string;
            fromNodeId: string | null;
            /** @description Null at the end. */
            toNodeId: string | null;
            nodeType: string;
            outcome: string;
            edgeId: string | null;
            /** @description JSON text of an array of actions. An `http` holds its request as it went out, without the values of secrets; a `compare` the values a condition compared. */
            actions: string;
            /** @description JSON text of an RFC 7396 merge patch. */
            contextPatch: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        MessageKey: {
            /** @description Full address of the chat. */
            remoteJid: string;
            id: string;
            fromMe: boolean;
            /**
             * @description Who wrote it, in a group.
             * @default null
             */
            participant: string | null;
        } & {
            [key: string]: unknown;
        };
        SendResponse: {
            key: components["schemas"]["MessageKey"];
            /** @description Whole seconds since 1970. */
            messageTimestamp?: number;
            /** @enum {string} */
            status?: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
            /**
             * @description How far the message got; told to callers who gave `wait` or `waitSec`.
             * @enum {string}
             */
            reached?: "queued" | "server" | "delivered";
            /** @description The network’s message as JSON, bytes in base64. */
            message?: {
                [key: string]: unknown;
            };
        } & {
            [key: string]: unknown;
        };
        SendResult: {
            /** @enum {string} */
            type: "success" | "error";
            /** @description Client id. */
            client: string;
            /** @description A sentence for people. */
            message: string;
            res?: components["schemas"]["SendResponse"];
            error?: string;
        } & {
            [key: string]: unknown;
        };
        ReadResult: {
            /** @enum {string} */
            type: "success" | "error";
            /** @description Client id. */
            client: string;
            /** @description A sentence for people. */
            message: string;
            error?: string;
        } & {
            [key: string]: unknown;
        };
        Receipt: {
            serverAt: string | null;
            deliveredAt: string | null;
            readAt: string | null;
            playedAt: string | null;
            /** @description In groups. */
            participants?: ({
                jid: string;
                serverAt: string | null;
                deliveredAt: string | null;
                readAt: string | null;
                playedAt: string | null;
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        /** @description Something that happened, as the event log keeps it: `name` says what `data` holds. */
        LoggedEvent: components["schemas"]["LoggedMessageReceivedEvent"] | components["schemas"]["LoggedMessageSentEvent"] | components["schemas"]["LoggedMessageStatusEvent"] | components["schemas"]["LoggedMessageReactionEvent"] | components["schemas"]["LoggedMessageVoteEvent"] | components["schemas"]["LoggedMessageEditedEvent"] | components["schemas"]["LoggedMessageDeletedEvent"] | components["schemas"]["LoggedClientStatusEvent"] | components["schemas"]["LoggedClientQrEvent"] | components["schemas"]["LoggedContactUpdatedEvent"] | components["schemas"]["LoggedFlowStateChangedEvent"] | components["schemas"]["LoggedFlowEventEvent"] | components["schemas"]["LoggedProxyFailedEvent"] | components["schemas"]["LoggedConnectionFailedEvent"];
        ConversationMessage: {
            id: string;
            clientId: string;
            /** @description Full address of the conversation. */
            jid: string;
            fromMe: boolean;
            /** @description Whole seconds since 1970. */
            timestamp: number;
            type: string;
            text: string | null;
            status: ("ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED") | null;
            receipt: components["schemas"]["Receipt"] | null;
            pushName: string | null;
            displayName: string | null;
            /** @description Give it as `cursor` to page from here. */
            cursor: string;
        };
        Contact: {
            /** @description Canonical address. */
            id: string;
            /** @description The name the person chose. */
            notify: string | null;
            lid: string | null;
            /** @description The name in the account’s address book. */
            name: string | null;
            /** @description E.164 with its +. */
            phoneNumber: string | null;
        };
        Conversation: {
            clientId: string;
            jid: string;
            displayName: string | null;
            unreadCount: number;
            lastMessage: components["schemas"]["ConversationMessage"] | null;
            /** @enum {string} */
            state: "open" | "waiting" | "snoozed" | "resolved";
            assignee: string | null;
        };
        WorkerStatus: {
            clientId: string;
            /** @enum {string} */
            status: "stopped" | "starting" | "pairing" | "connected" | "reconnecting" | "restricted" | "logged_out" | "passkey_required" | "failed";
            code: string;
            message: string;
            /** @description What a person can do about it. */
            action: string | null;
            /** @enum {string} */
            desiredState: "running" | "stopped";
            /** @enum {string} */
            network: "whatsapp" | "sandbox";
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            since: string;
            /** @description An estimate; null until it was looked at. */
            memoryBytes: number | null;
            /** @description Whether it goes through a proxy of its own or of the pool; null: directly. */
            proxy: ("own" | "pool") | null;
            /** @description Until when nothing is sent to new people, where the network says so. */
            restrictedUntil: string | null;
            /** @description The network’s limit on chats with new people, whose last tenth is left to the phone. */
            newChats: {
                /** @description Null when the network does not say. */
                allowed: number | null;
                /** @description Those begun on the phone too. */
                used: number;
                /**
                 * @description As the network says.
                 * @enum {string}
                 */
                level: "none" | "first_warning" | "second_warning" | "capped";
                since: string | null;
                /** @description Then the network counts anew. */
                until: string | null;
            } | null;
        };
        ClientStateChange: {
            id: string;
            /** @enum {string} */
            status: "stopped" | "starting" | "pairing" | "connected" | "reconnecting" | "restricted" | "logged_out" | "passkey_required" | "failed";
            code: string;
            message: string;
            action: string | null;
            /** @description What the network or the connection said of it. */
            detail: string | null;
            /** @description Of `detail`, as a code with what varies. */
            cause: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description The network’s own number for it. */
            rawCode: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        ApiKey: {
            id: string;
            name: string;
            prefix: string;
            lastFour: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            lastUsedAt: string | null;
            revokedAt: string | null;
            /** @description From then on it is refused; null: never. */
            expiresAt: string | null;
            /** @description What it may do; null: all its owner may. */
            scopes: string[] | null;
            /** @description The only clients it works on; null: all of its owner. */
            clientIds: string[] | null;
            /** @description Calls counted in the present hour (UTC clock). */
            usedThisHour: number;
            /** @description Calls an hour of the owner’s tier. */
            limit: number;
            /** @description Whose key it is. */
            userId: string;
            userName: string;
        };
        Webhook: {
            id: string;
            url: string;
            description: string | null;
            /** @description The events it takes; null: all. */
            names: string[] | null;
            /** @description The client whose events it takes; null: all clients. */
            clientId: string | null;
            isEnabled: boolean;
            /** @description Why the service switched it off, and what to do. */
            disabledReason: string | null;
            /** @description Events that wait to be delivered. */
            waiting: number;
            /** @description Events that could not be delivered within 24 hours. */
            dead: number;
            /** @description Failures since the last success; a conversation that fails again counts once. */
            failures: number;
            /** @description After repeated failures nothing is tried before then. */
            pausedUntil: string | null;
            lastSuccessAt: string | null;
            lastFailureAt: string | null;
            lastError: string | null;
            /** @description Of `lastError`, as a code with what varies. */
            lastFailure: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
            /** @description Of `disabledReason`, the same. */
            disabledFailure: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            updatedAt: string;
        };
        WebhookDelivery: {
            id: string;
            eventId: string;
            /** @description The event’s name; null when the log no longer has it. */
            name: string | null;
            /** @enum {string} */
            status: "waiting" | "delivered" | "dead";
            attempts: number;
            nextAttemptAt: string | null;
            /** @description HTTP status of the last answer. */
            lastStatus: number | null;
            lastError: string | null;
            /** @description Of `lastError`, as a code with what varies. */
            lastFailure: {
                code: string;
                params: {
                    [key: string]: unknown;
                };
            } | null;
            lastDurationMs: number | null;
            lastTriedAt: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
            settledAt: string | null;
        };
        Problem: {
            /** @description What is wrong and what to do about it. */
            message: string;
            /** @description Dotted path of the field in the request body. */
            path?: string;
            /** @description Graph validation code: NO_TRIGGER, DISCONNECTED, DUPLICATE_ID, UNKNOWN_TYPE, GO_TO_TARGET_MISSING, INVALID_DATA, or a warning code. */
            code?: string;
            /** @description Node the problem is about. */
            nodeId?: string | null;
            /** @description Edge the problem is about. */
            edgeId?: string | null;
        } & {
            [key: string]: unknown;
        };
        ProblemList: {
            errors: components["schemas"]["Problem"][];
            warnings: components["schemas"]["Problem"][];
        };
        /**
         * @description Exactly one message type (text, image, video, audio, document, sticker, location, contacts, poll, event, groupInvite, pin, listReply, buttonReply) with its modifiers beside it.
         * @example {
         *       "text": "Hello"
         *     }
         * @example {
         *       "image": "https://example.com/cat.jpg",
         *       "caption": "A cat"
         *     }
         */
        Message: {
            text?: string;
            image?: components["schemas"]["MediaSource"];
            video?: components["schemas"]["MediaSource"];
            audio?: components["schemas"]["MediaSource"];
            document?: components["schemas"]["MediaSource"];
            sticker?: components["schemas"]["MediaSource"];
            location?: {
                degreesLatitude?: number;
                degreesLongitude?: number;
                /** @description Same as `degreesLatitude`. */
                latitude?: number;
                /** @description Same as `degreesLongitude`. */
                longitude?: number;
                name?: string;
                address?: string;
                url?: string;
            };
            contacts?: {
                displayName?: string;
                contacts: {
                    displayName?: string;
                    vcard: string;
                }[];
            };
            poll?: {
                name: string;
                values: string[];
                /** @description How many may be chosen; 0 means any number. */
                selectableCount?: number;
                toAnnouncementGroup?: boolean;
            };
            event?: {
                name: string;
                description?: string;
                startDate: string | number;
                endDate?: string | number;
                location?: {
                    degreesLatitude?: number;
                    degreesLongitude?: number;
                    /** @description Same as `degreesLatitude`. */
                    latitude?: number;
                    /** @description Same as `degreesLongitude`. */
                    longitude?: number;
                    name?: string;
                    address?: string;
                    url?: string;
                };
                /**
                 * @description Adds a link under which a call of this kind can be joined; the network makes it.
                 * @enum {string}
                 */
                call?: "audio" | "video";
                isCancelled?: boolean;
                isScheduleCall?: boolean;
                extraGuestsAllowed?: boolean;
            };
            groupInvite?: {
                inviteCode: string;
                /** @description Whole seconds since 1970. */
                inviteExpiration: number;
                text: string;
                /** @description Address of the group. */
                jid: string;
                subject: string;
            };
            /** @description Key of the message to pin. */
            pin?: {
                /** @description Address of the chat. */
                remoteJid: string;
                /** @description Message id. */
                id: string;
                /** @description True when this client’s account sent it. */
                fromMe: boolean;
                /** @description Who wrote it, in a group. */
                participant?: string | null;
                /** @description 1 pins (default), 2 unpins. */
                type?: 1 | 2;
                /** @description Seconds: 24 h, 7 or 30 days. */
                time?: 86400 | 604800 | 2592000;
            };
            listReply?: {
                title?: string;
                description?: string;
                listType?: number;
                singleSelectReply: {
                    selectedRowId: string;
                };
            };
            buttonReply?: {
                displayText: string;
                id: string;
                index: number;
                /** @enum {string} */
                type?: "template" | "plain";
            };
            caption?: string;
            mimetype?: string;
            fileName?: string;
            /** @description Audio as a voice note. */
            ptt?: boolean;
            /** @description Video as a round video note. */
            ptv?: boolean;
            gifPlayback?: boolean;
            viewOnce?: boolean;
            mentions?: string[];
            mentionAll?: boolean;
            /** @description Whether a link in the text gets a preview. */
            linkPreview?: boolean;
            quoted?: string | {
                /** @description Address of the chat. */
                remoteJid?: string;
                /** @description Message id. */
                id: string;
                /** @description True when this client’s account sent it. */
                fromMe?: boolean;
                /** @description Who wrote it, in a group. */
                participant?: string | null;
            } | {
                key: {
                    /** @description Address of the chat. */
                    remoteJid?: string;
                    /** @description Message id. */
                    id: string;
                    /** @description True when this client’s account sent it. */
                    fromMe?: boolean;
                    /** @description Who wrote it, in a group. */
                    participant?: string | null;
                };
            };
            /** @description Seconds after which the message disappears; 0 keeps it. Without it the chat’s own setting holds. */
            ephemeral?: number;
            /** @description Length of audio or video. */
            seconds?: number;
            width?: number;
            height?: number;
        } & (unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown | unknown);
        /** @description Media as an http(s) URL string, {url}, or {base64, mimetype}. */
        MediaSource: string | {
            url: string;
        } | {
            base64: string;
            mimetype: string;
        } | {
            mediaId: string;
        };
        FlowDocument: {
            /** @constant */
            version: 1;
            name: string;
            description?: string | null;
            clientId?: string | null;
            nodes?: ({
                id: string;
                type: string;
                /**
                 * @default {
                 *       "x": 0,
                 *       "y": 0
                 *     }
                 */
                position: {
                    x: number;
                    y: number;
                } & {
                    [key: string]: unknown;
                };
                /** @default {} */
                data: {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            })[] | string;
            edges?: ({
                id: string;
                source: string;
                target: string;
                sourceHandle?: string | null;
                targetHandle?: string | null;
            } & {
                [key: string]: unknown;
            })[] | string;
            viewport?: (({
                x: number;
                y: number;
                zoom: number;
            } & {
                [key: string]: unknown;
            }) | null) | string;
            /** @enum {string} */
            retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
            /** @enum {string} */
            fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
            fallbackText?: string | null;
            settings?: {
                timezone?: string;
                locale?: string;
                dormantTtlSec?: number;
                inputDebounceMs?: number;
                typeAhead?: boolean;
                maxStepsPerEvent?: number;
                synonyms?: string[][];
                stopWords?: string[];
                languages?: {
                    main: string;
                    others?: string[];
                    field?: string;
                    guess?: boolean;
                    texts?: {
                        [key: string]: {
                            [key: string]: {
                                text: string;
                                of: number;
                            } & {
                                [key: string]: unknown;
                            };
                        };
                    };
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
            variables?: ({
                name: string;
                /** @enum {string} */
                type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                default?: unknown;
                pii?: boolean;
            } & {
                [key: string]: unknown;
            })[];
            ref?: string;
            testCases?: {
                [key: string]: unknown;
            }[];
            bundle?: ({
                /** @constant */
                version: 1;
                name: string;
                description?: string | null;
                clientId?: string | null;
                nodes?: ({
                    id: string;
                    type: string;
                    /**
                     * @default {
                     *       "x": 0,
                     *       "y": 0
                     *     }
                     */
                    position: {
                        x: number;
                        y: number;
                    } & {
                        [key: string]: unknown;
                    };
                    /** @default {} */
                    data: {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                })[] | string;
                edges?: ({
                    id: string;
                    source: string;
                    target: string;
                    sourceHandle?: string | null;
                    targetHandle?: string | null;
                } & {
                    [key: string]: unknown;
                })[] | string;
                viewport?: (({
                    x: number;
                    y: number;
                    zoom: number;
                } & {
                    [key: string]: unknown;
                }) | null) | string;
                /** @enum {string} */
                retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                /** @enum {string} */
                fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                fallbackText?: string | null;
                settings?: {
                    timezone?: string;
                    locale?: string;
                    dormantTtlSec?: number;
                    inputDebounceMs?: number;
                    typeAhead?: boolean;
                    maxStepsPerEvent?: number;
                    synonyms?: string[][];
                    stopWords?: string[];
                    languages?: {
                        main: string;
                        others?: string[];
                        field?: string;
                        guess?: boolean;
                        texts?: {
                            [key: string]: {
                                [key: string]: {
                                    text: string;
                                    of: number;
                                } & {
                                    [key: string]: unknown;
                                };
                            };
                        };
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
                variables?: ({
                    name: string;
                    /** @enum {string} */
                    type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                    default?: unknown;
                    pii?: boolean;
                } & {
                    [key: string]: unknown;
                })[];
                ref?: string;
                testCases?: {
                    [key: string]: unknown;
                }[];
            } & {
                [key: string]: unknown;
            })[];
        } & {
            [key: string]: unknown;
        };
        LoggedMessageReceivedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.received";
            clientId: string | null;
            data: components["schemas"]["MessageReceivedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageSentEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.sent";
            clientId: string | null;
            data: components["schemas"]["MessageSentData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageStatusEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.status";
            clientId: string | null;
            data: components["schemas"]["MessageStatusData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageReactionEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.reaction";
            clientId: string | null;
            data: components["schemas"]["MessageReactionData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageVoteEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.vote";
            clientId: string | null;
            data: components["schemas"]["MessageVoteData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageEditedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.edited";
            clientId: string | null;
            data: components["schemas"]["MessageEditedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedMessageDeletedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "message.deleted";
            clientId: string | null;
            data: components["schemas"]["MessageDeletedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedClientStatusEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "client.status";
            clientId: string | null;
            data: components["schemas"]["ClientStatusData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedClientQrEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "client.qr";
            clientId: string | null;
            data: components["schemas"]["ClientQrData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedContactUpdatedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "contact.updated";
            clientId: string | null;
            data: components["schemas"]["ContactUpdatedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedFlowStateChangedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "flow.state.changed";
            clientId: string | null;
            data: components["schemas"]["FlowStateChangedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedFlowEventEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "flow.event";
            clientId: string | null;
            data: components["schemas"]["FlowEventData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedProxyFailedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "proxy.failed";
            clientId: string | null;
            data: components["schemas"]["ProxyFailedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
        LoggedConnectionFailedEvent: {
            /** @description Unique, and larger for what was stored later. */
            id: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            name: "connection.failed";
            clientId: string | null;
            data: components["schemas"]["ConnectionFailedData"];
            /**
             * Format: date-time
             * @description ISO 8601, UTC.
             */
            createdAt: string;
        };
    };
    responses: {
        /** @description BAD_REQUEST: The request is not valid. */
        BadRequestError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestError"];
            };
        };
        /** @description BAD_REQUEST: The request is not valid. */
        ChatBadRequestError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BadRequestError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description UNAUTHORIZED: The key or session is missing or not valid. */
        UnauthorizedError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description UNAUTHORIZED: The key or session is missing or not valid. */
        ChatUnauthorizedError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnauthorizedError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description FORBIDDEN: This caller may not do that. */
        ForbiddenError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"];
            };
        };
        /** @description FORBIDDEN: This caller may not do that. */
        ChatForbiddenError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ForbiddenError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description NOT_FOUND: No such thing, or it belongs to someone else. */
        NotFoundError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description NOT_FOUND: No such thing, or it belongs to someone else. */
        ChatNotFoundError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description CONFLICT: It does not fit the present state. */
        ConflictError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"];
            };
        };
        /** @description CONFLICT: It does not fit the present state. */
        ChatConflictError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ConflictError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE: The body is too large. */
        PayloadTooLargeError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"];
            };
        };
        /** @description PAYLOAD_TOO_LARGE: The body is too large. */
        ChatPayloadTooLargeError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["PayloadTooLargeError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON with Content-Type: application/json. */
        UnsupportedMediaTypeError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"];
            };
        };
        /** @description UNSUPPORTED_MEDIA_TYPE: Send JSON with Content-Type: application/json. */
        ChatUnsupportedMediaTypeError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnsupportedMediaTypeError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description UNPROCESSABLE_CONTENT: The request is well formed but cannot be done. */
        UnprocessableContentError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnprocessableContentError"];
            };
        };
        /** @description UNPROCESSABLE_CONTENT: The request is well formed but cannot be done. */
        ChatUnprocessableContentError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["UnprocessableContentError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description TOO_MANY_REQUESTS: The hourly limit of this key is used up. */
        TooManyRequestsError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TooManyRequestsError"];
            };
        };
        /** @description TOO_MANY_REQUESTS: The hourly limit of this key is used up. */
        ChatTooManyRequestsError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["TooManyRequestsError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description INTERNAL_SERVER_ERROR: Something broke on our side. */
        InternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalServerError"];
            };
        };
        /** @description INTERNAL_SERVER_ERROR: Something broke on our side. */
        ChatInternalServerError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InternalServerError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description SERVICE_UNAVAILABLE: Not possible right now; call again later. */
        ServiceUnavailableError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailableError"];
            };
        };
        /** @description SERVICE_UNAVAILABLE: Not possible right now; call again later. */
        ChatServiceUnavailableError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ServiceUnavailableError"] & components["schemas"]["ChatRefusal"];
            };
        };
        /** @description GATEWAY_TIMEOUT: No answer in time. */
        GatewayTimeoutError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GatewayTimeoutError"];
            };
        };
        /** @description GATEWAY_TIMEOUT: No answer in time. */
        ChatGatewayTimeoutError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["GatewayTimeoutError"] & components["schemas"]["ChatRefusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "chat.sendMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    /** @description True: a person wrote this, so flows leave the chat to people for the client’s humanHandoffDurationSec. Messages of a signed-in person always count so. */
                    asHuman?: boolean;
                    message: components["schemas"]["Message"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "extendedTextMessage": {
                     *             "text": "Hello"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.reactMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "key": {
                 *         "remoteJid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": false
                 *       },
                 *       "reaction": "👍"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    key: {
                        /** @description Address of the chat. */
                        remoteJid: string;
                        /** @description Message id. */
                        id: string;
                        /** @description True when this client’s account sent it. */
                        fromMe: boolean;
                        /** @description Who wrote it, in a group. */
                        participant?: string | null;
                    };
                    /** @description An emoji; "" removes the reaction. */
                    reaction: string;
                    /**
                     * @deprecated
                     * @description Same as `reaction`.
                     */
                    emoji?: string;
                    /**
                     * @deprecated
                     * @description Same as `reaction`.
                     */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "reactionMessage": {
                     *             "text": "👍"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.forwardMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "messageId": "3EB0C767D097B7C7A1C5",
                 *       "sourceJid": "+447700900456"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    /** @description True: a person wrote this, so flows leave the chat to people for the client’s humanHandoffDurationSec. Messages of a signed-in person always count so. */
                    asHuman?: boolean;
                    messageId: string;
                    /** @description Chat the message is in. */
                    sourceJid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "extendedTextMessage": {
                     *             "text": "Hello"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.sendAlbum": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "album": [
                 *         {
                 *           "image": "https://example.com/front.jpg",
                 *           "caption": "From the front"
                 *         },
                 *         {
                 *           "image": "https://example.com/back.jpg"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    /** @description True: a person wrote this, so flows leave the chat to people for the client’s humanHandoffDurationSec. Messages of a signed-in person always count so. */
                    asHuman?: boolean;
                    album: {
                        image?: components["schemas"]["MediaSource"];
                        video?: components["schemas"]["MediaSource"];
                        caption?: string;
                        mimetype?: string;
                        fileName?: string;
                        /** @description Audio as a voice note. */
                        ptt?: boolean;
                        /** @description Video as a round video note. */
                        ptv?: boolean;
                        gifPlayback?: boolean;
                        viewOnce?: boolean;
                        mentions?: string[];
                        mentionAll?: boolean;
                        /** @description Whether a link in the text gets a preview. */
                        linkPreview?: boolean;
                        quoted?: string | {
                            /** @description Address of the chat. */
                            remoteJid?: string;
                            /** @description Message id. */
                            id: string;
                            /** @description True when this client’s account sent it. */
                            fromMe?: boolean;
                            /** @description Who wrote it, in a group. */
                            participant?: string | null;
                        } | {
                            key: {
                                /** @description Address of the chat. */
                                remoteJid?: string;
                                /** @description Message id. */
                                id: string;
                                /** @description True when this client’s account sent it. */
                                fromMe?: boolean;
                                /** @description Who wrote it, in a group. */
                                participant?: string | null;
                            };
                        };
                        /** @description Seconds after which the message disappears; 0 keeps it. Without it the chat’s own setting holds. */
                        ephemeral?: number;
                        /** @description Length of audio or video. */
                        seconds?: number;
                        width?: number;
                        height?: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "albumMessage": {
                     *             "expectedImageCount": 2
                     *           }
                     *         },
                     *         "items": [
                     *           {
                     *             "key": {
                     *               "remoteJid": "447700900123@s.whatsapp.net",
                     *               "id": "3EB0C767D097B7C7A1C6",
                     *               "fromMe": true,
                     *               "participant": null
                     *             },
                     *             "status": "SERVER_ACK"
                     *           },
                     *           {
                     *             "key": {
                     *               "remoteJid": "447700900123@s.whatsapp.net",
                     *               "id": "3EB0C767D097B7C7A1C7",
                     *               "fromMe": true,
                     *               "participant": null
                     *             },
                     *             "status": "SERVER_ACK"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.editMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "key": {
                 *         "remoteJid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true
                 *       },
                 *       "text": "Hello again"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    key: {
                        /** @description Address of the chat. */
                        remoteJid: string;
                        /** @description Message id. */
                        id: string;
                        /** @description True when this client’s account sent it. */
                        fromMe: boolean;
                        /** @description Who wrote it, in a group. */
                        participant?: string | null;
                    };
                    text: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "extendedTextMessage": {
                     *             "text": "Hello"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.readMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "keys": [
                 *         {
                 *           "remoteJid": "447700900123@s.whatsapp.net",
                 *           "id": "3EB0C767D097B7C7A1C5",
                 *           "fromMe": false
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    keys: {
                        /** @description Address of the chat. */
                        remoteJid: string;
                        /** @description Message id. */
                        id: string;
                        /** @description True when this client’s account sent it. */
                        fromMe: boolean;
                        /** @description Who wrote it, in a group. */
                        participant?: string | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "1 message is marked as read."
                     *     }
                     */
                    "application/json": components["schemas"]["ReadResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.getConversationMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    target?: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    jid: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    chatId?: string;
                    /** @description `nextCursor` of the page before, or any message’s `cursor`. */
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                    /**
                     * @description Which side of the cursor.
                     * @default before
                     * @enum {string}
                     */
                    direction?: "before" | "after";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "jid": "447700900123@s.whatsapp.net",
                     *           "fromMe": true,
                     *           "timestamp": 1767268800,
                     *           "type": "text",
                     *           "text": "Hello",
                     *           "status": "READ",
                     *           "receipt": {
                     *             "serverAt": "2026-01-01T12:00:00.000Z",
                     *             "deliveredAt": "2026-01-01T12:00:00.000Z",
                     *             "readAt": "2026-01-01T12:01:00.000Z",
                     *             "playedAt": null
                     *           },
                     *           "pushName": null,
                     *           "displayName": "+447700900001",
                     *           "cursor": "MTc2NzI2ODgwMA"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        messages: components["schemas"]["ConversationMessage"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.fetchContacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contacts": [
                     *         {
                     *           "id": "447700900123@s.whatsapp.net",
                     *           "notify": "Ana",
                     *           "lid": "100000000000001@lid",
                     *           "name": null,
                     *           "phoneNumber": "+447700900123"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        contacts: components["schemas"]["Contact"][];
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.listConversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Or all.
                     */
                    clientId?: string;
                    /** @enum {string} */
                    show?: "open" | "waiting" | "unassigned" | "mine" | "snoozed" | "resolved";
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                    /** @description Part of a name, number or recent text. */
                    search?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "conversations": [
                     *         {
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "jid": "447700900123@s.whatsapp.net",
                     *           "displayName": "Ana",
                     *           "unreadCount": 0,
                     *           "lastMessage": {
                     *             "id": "3EB0C767D097B7C7A1C5",
                     *             "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *             "jid": "447700900123@s.whatsapp.net",
                     *             "fromMe": true,
                     *             "timestamp": 1767268800,
                     *             "type": "text",
                     *             "text": "Hello",
                     *             "status": "READ",
                     *             "receipt": {
                     *               "serverAt": "2026-01-01T12:00:00.000Z",
                     *               "deliveredAt": "2026-01-01T12:00:00.000Z",
                     *               "readAt": "2026-01-01T12:01:00.000Z",
                     *               "playedAt": null
                     *             },
                     *             "pushName": null,
                     *             "displayName": "+447700900001",
                     *             "cursor": "MTc2NzI2ODgwMA"
                     *           },
                     *           "state": "open",
                     *           "assignee": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        conversations: components["schemas"]["Conversation"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.countConversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Left out: all clients of the workspace that the caller sees.
                     */
                    clientId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "waiting": 2,
                     *       "unassigned": 1,
                     *       "mine": 1,
                     *       "snoozed": 0
                     *     }
                     */
                    "application/json": {
                        waiting: number;
                        unassigned: number;
                        mine: number;
                        snoozed: number;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.getConversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    target?: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    jid: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    chatId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "jid": "447700900123@s.whatsapp.net",
                     *       "state": "open",
                     *       "snoozedUntil": null,
                     *       "waitingSince": null,
                     *       "assignedTo": null
                     *     }
                     */
                    "application/json": {
                        clientId: string;
                        jid: string;
                        /** @enum {string} */
                        state: "open" | "waiting" | "snoozed" | "resolved";
                        snoozedUntil: string | null;
                        /** @description Since when a person is needed. */
                        waitingSince: string | null;
                        /** @description The member of the workspace who looks after it. */
                        assignedTo: {
                            userId: string;
                            name: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.updateConversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "state": "resolved"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    target: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    jid?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `target`.
                     */
                    chatId?: string;
                    /**
                     * @description `snoozed` needs `snoozedUntil`.
                     * @enum {string}
                     */
                    state?: "open" | "waiting" | "snoozed" | "resolved";
                    /**
                     * Format: date-time
                     * @description Snoozes it: from then on it waits for a person. Within a year.
                     */
                    snoozedUntil?: string;
                    /** @description A member who may write to this client’s contacts; null: nobody. */
                    assignedTo?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "jid": "447700900123@s.whatsapp.net",
                     *       "state": "resolved",
                     *       "snoozedUntil": null,
                     *       "waitingSince": null,
                     *       "assignedTo": {
                     *         "userId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "name": "Ana"
                     *       }
                     *     }
                     */
                    "application/json": {
                        clientId: string;
                        jid: string;
                        /** @enum {string} */
                        state: "open" | "waiting" | "snoozed" | "resolved";
                        snoozedUntil: string | null;
                        /** @description Since when a person is needed. */
                        waitingSince: string | null;
                        /** @description The member of the workspace who looks after it. */
                        assignedTo: {
                            userId: string;
                            name: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.sharePresence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123",
                 *       "page": "a1b2c3",
                 *       "activity": "viewing"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    target?: string;
                    /** @description Digits with country code, +E.164, or a full address. */
                    jid: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    to?: string;
                    /**
                     * @deprecated
                     * @description Same as `jid`.
                     */
                    chatId?: string;
                    /** @description Which of the person’s pages: each is in one conversation. */
                    page: string;
                    /**
                     * @description `typing` counts for those who may write to contacts; of others it is `viewing`.
                     * @enum {string}
                     */
                    activity: "viewing" | "typing" | "left";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.listMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                    /**
                     * @default before
                     * @enum {string}
                     */
                    direction?: "before" | "after";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "message": {
                     *             "id": "3EB0C767D097B7C7A1C5",
                     *             "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *             "jid": "447700900123@s.whatsapp.net",
                     *             "fromMe": true,
                     *             "timestamp": 1767268800,
                     *             "type": "text",
                     *             "text": "Hello",
                     *             "status": "READ",
                     *             "receipt": {
                     *               "serverAt": "2026-01-01T12:00:00.000Z",
                     *               "deliveredAt": "2026-01-01T12:00:00.000Z",
                     *               "readAt": "2026-01-01T12:01:00.000Z",
                     *               "playedAt": null
                     *             },
                     *             "pushName": null,
                     *             "displayName": "+447700900001",
                     *             "cursor": "MTc2NzI2ODgwMA"
                     *           },
                     *           "key": {
                     *             "remoteJid": "447700900123@s.whatsapp.net",
                     *             "id": "3EB0C767D097B7C7A1C5",
                     *             "fromMe": true,
                     *             "participant": null
                     *           },
                     *           "quotedId": null,
                     *           "reactions": {
                     *             "447700900123@s.whatsapp.net": "👍"
                     *           },
                     *           "votes": {},
                     *           "editedAt": null,
                     *           "revokedAt": null,
                     *           "error": null,
                     *           "content": {
                     *             "extendedTextMessage": {
                     *               "text": "Hello"
                     *             }
                     *           },
                     *           "failure": null,
                     *           "quoted": null,
                     *           "file": null,
                     *           "sender": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        messages: {
                            message: components["schemas"]["ConversationMessage"];
                            key: components["schemas"]["MessageKey"];
                            quotedId: string | null;
                            /** @description The last reaction of each person, by address. */
                            reactions: {
                                [key: string]: string;
                            };
                            /** @description Of polls and events: what each person chose, by address. */
                            votes: {
                                [key: string]: string[];
                            };
                            editedAt: string | null;
                            revokedAt: string | null;
                            /** @description Why it was not sent. */
                            error: string | null;
                            /** @description The network’s message as JSON, bytes in base64; null once it was taken back. */
                            content: {
                                [key: string]: unknown;
                            } | null;
                            /** @description Of `error`, by its code; null where only the sentence was stored. */
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                            /** @description The message this one answers; null when it answers none or that one is not here. */
                            quoted: {
                                id: string;
                                fromMe: boolean;
                                type: string;
                                text: string | null;
                                displayName: string | null;
                            } | null;
                            /** @description The file of the message, once it is known here. */
                            file: {
                                /** @enum {string} */
                                state: "waiting" | "stored" | "failed" | "gone";
                                mimetype: string;
                                fileName: string | null;
                                sizeBytes: number | null;
                                /** @description Null until it is stored; chat.downloadMedia has it fetched. */
                                url: string | null;
                            } | null;
                            /** @description Who had the account send it; null for what others wrote, and where it is not known. */
                            sender: {
                                /** @enum {string} */
                                kind: "person" | "key" | "flow" | "phone";
                                /** @description Of a person. */
                                userId: string | null;
                                /** @description Of the person, key or flow; null when it is gone. */
                                name: string | null;
                            } | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.searchMessages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123",
                 *       "text": "hello"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    /** @description Part of a text or a caption. */
                    text: string;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messages": [
                     *         {
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "jid": "447700900123@s.whatsapp.net",
                     *           "fromMe": true,
                     *           "timestamp": 1767268800,
                     *           "type": "text",
                     *           "text": "Hello",
                     *           "status": "READ",
                     *           "receipt": {
                     *             "serverAt": "2026-01-01T12:00:00.000Z",
                     *             "deliveredAt": "2026-01-01T12:00:00.000Z",
                     *             "readAt": "2026-01-01T12:01:00.000Z",
                     *             "playedAt": null
                     *           },
                     *           "pushName": null,
                     *           "displayName": "+447700900001",
                     *           "cursor": "MTc2NzI2ODgwMA"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        messages: components["schemas"]["ConversationMessage"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.getMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123",
                 *       "messageId": "3EB0C767D097B7C7A1C5"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    messageId: string;
                    /** @description Needed only when both sides used the same id. */
                    fromMe?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": {
                     *         "id": "3EB0C767D097B7C7A1C5",
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "jid": "447700900123@s.whatsapp.net",
                     *         "fromMe": true,
                     *         "timestamp": 1767268800,
                     *         "type": "text",
                     *         "text": "Hello",
                     *         "status": "READ",
                     *         "receipt": {
                     *           "serverAt": "2026-01-01T12:00:00.000Z",
                     *           "deliveredAt": "2026-01-01T12:00:00.000Z",
                     *           "readAt": "2026-01-01T12:01:00.000Z",
                     *           "playedAt": null
                     *         },
                     *         "pushName": null,
                     *         "displayName": "+447700900001",
                     *         "cursor": "MTc2NzI2ODgwMA"
                     *       },
                     *       "key": {
                     *         "remoteJid": "447700900123@s.whatsapp.net",
                     *         "id": "3EB0C767D097B7C7A1C5",
                     *         "fromMe": true,
                     *         "participant": null
                     *       },
                     *       "quotedId": null,
                     *       "reactions": {
                     *         "447700900123@s.whatsapp.net": "👍"
                     *       },
                     *       "votes": {},
                     *       "editedAt": null,
                     *       "revokedAt": null,
                     *       "error": null,
                     *       "content": {
                     *         "extendedTextMessage": {
                     *           "text": "Hello"
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": {
                        message: components["schemas"]["ConversationMessage"];
                        key: components["schemas"]["MessageKey"];
                        quotedId: string | null;
                        /** @description The last reaction of each person, by address. */
                        reactions: {
                            [key: string]: string;
                        };
                        /** @description Of polls and events: what each person chose, by address. */
                        votes: {
                            [key: string]: string[];
                        };
                        editedAt: string | null;
                        revokedAt: string | null;
                        /** @description Why it was not sent. */
                        error: string | null;
                        /** @description The network’s message as JSON, bytes in base64; null once it was taken back. */
                        content: {
                            [key: string]: unknown;
                        } | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.explain": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123",
                 *       "messageId": "3EB0C767D097B7C7A1C5"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    messageId: string;
                    /** @description Needed only when both sides used the same id. */
                    fromMe?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "messageId": "3EB0C767D097B7C7A1C5",
                     *       "outcome": "ignored",
                     *       "code": "NEAR_KEYWORD",
                     *       "params": {
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "nodeId": "start",
                     *         "keyword": "menu",
                     *         "because": "typing"
                     *       },
                     *       "line": "No keyword fits. The nearest is “menu” of “Shop”, but it is spelt otherwise.",
                     *       "hint": "Add what was written as a keyword, or let the trigger forgive errors of typing.",
                     *       "decidedAt": "2026-01-01T12:00:00.000Z",
                     *       "runs": [],
                     *       "sends": [],
                     *       "names": {
                     *         "flows": {
                     *           "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f": "Shop"
                     *         },
                     *         "nodes": [
                     *           {
                     *             "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *             "nodeId": "start",
                     *             "type": "trigger.keyword",
                     *             "label": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        messageId: string;
                        /**
                         * @description A flow answered it; took it without a word; it waits; something failed; no flow took it; or flows have nothing to do with it.
                         * @enum {string}
                         */
                        outcome: "answered" | "taken" | "waiting" | "failed" | "ignored" | "none";
                        /** @description What became of it. */
                        code: string;
                        /** @description What varies in it; times are epoch milliseconds. */
                        params: {
                            [key: string]: unknown;
                        };
                        /** @description The same in one line of English; times in UTC. */
                        line: string;
                        /** @description What would change it; null where nothing has to. */
                        hint: string | null;
                        decidedAt: string | null;
                        /** @description The runs that took it or were pushed aside by it. */
                        runs: {
                            flowStateId: string;
                            flowId: string;
                            state: string;
                        }[];
                        /** @description What the run wrote from then on until the contact wrote again. */
                        sends: {
                            messageId: string;
                            /** @enum {string} */
                            status: "pending" | "sending" | "sent" | "failed";
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        }[];
                        /** @description What the flows and nodes in `params` are called now. */
                        names: {
                            flows: {
                                [key: string]: string;
                            };
                            nodes: {
                                flowId: string;
                                nodeId: string;
                                type: string;
                                label: string | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.downloadMedia": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123",
                 *       "messageId": "3EB0C767D097B7C7A1C5"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    messageId: string;
                    /** @description Needed only when both sides used the same id. */
                    fromMe?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mediaId": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "kind": "image",
                     *       "mimetype": "image/jpeg",
                     *       "fileName": null,
                     *       "sizeBytes": 48213,
                     *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *       "url": "/api/rpc/api-reference/chat/media/182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "expiresAt": "2026-01-31T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Send it again as `{mediaId}`. */
                        mediaId: string;
                        /** @enum {string} */
                        kind: "image" | "video" | "audio" | "document" | "sticker";
                        mimetype: string;
                        fileName: string | null;
                        sizeBytes: number;
                        /** @description Of the file, 64 hexadecimal digits. */
                        sha256: string;
                        /** @description Path on this service: GET it with the same key or session. */
                        url: string;
                        /** @description When the file is deleted here. */
                        expiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.deleteMessage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "key": {
                 *         "remoteJid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                    /**
                     * @description `queued`: stored, with its place in the queue, which is in memory: when the worker ends before it left, it is not sent, and its status becomes ERROR. `server` (default): the network has it. `delivered`: a device of the contact confirmed it, in a group that of one member. `res.reached` tells how far it got.
                     * @enum {string}
                     */
                    wait?: "queued" | "server" | "delivered";
                    /** @description Longest wait in seconds; then the answer tells what is so until then, and the message goes on. Default 30 for `delivered`, else as long as it takes. */
                    waitSec?: number;
                    key: {
                        /** @description Address of the chat. */
                        remoteJid: string;
                        /** @description Message id. */
                        id: string;
                        /** @description True when this client’s account sent it. */
                        fromMe: boolean;
                        /** @description Who wrote it, in a group. */
                        participant?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The network has the message.",
                     *       "res": {
                     *         "key": {
                     *           "remoteJid": "447700900123@s.whatsapp.net",
                     *           "id": "3EB0C767D097B7C7A1C5",
                     *           "fromMe": true,
                     *           "participant": null
                     *         },
                     *         "messageTimestamp": 1767268800,
                     *         "status": "SERVER_ACK",
                     *         "message": {
                     *           "extendedTextMessage": {
                     *             "text": "Hello"
                     *           }
                     *         }
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["SendResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "chat.sendPresence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "target": "+447700900123",
                 *       "presence": "composing"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    /** @enum {string} */
                    presence: "available" | "unavailable" | "composing" | "recording" | "paused";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "type": "success",
                     *       "client": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "message": "The presence is shown."
                     *     }
                     */
                    "application/json": components["schemas"]["ReadResult"];
                };
            };
            400: components["responses"]["ChatBadRequestError"];
            401: components["responses"]["ChatUnauthorizedError"];
            403: components["responses"]["ChatForbiddenError"];
            404: components["responses"]["ChatNotFoundError"];
            409: components["responses"]["ChatConflictError"];
            413: components["responses"]["ChatPayloadTooLargeError"];
            415: components["responses"]["ChatUnsupportedMediaTypeError"];
            422: components["responses"]["ChatUnprocessableContentError"];
            429: components["responses"]["ChatTooManyRequestsError"];
            500: components["responses"]["ChatInternalServerError"];
            503: components["responses"]["ChatServiceUnavailableError"];
            504: components["responses"]["ChatGatewayTimeoutError"];
        };
    };
    "contacts.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumbers": [
                 *         "+447700900123"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    phoneNumbers: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contacts": [
                     *         {
                     *           "phoneNumber": "+447700900123",
                     *           "exists": true,
                     *           "jid": "447700900123@s.whatsapp.net",
                     *           "lid": "100000000000001@lid"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        contacts: {
                            phoneNumber: string;
                            exists: boolean;
                            jid: string | null;
                            lid: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "contactJid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    contactJid: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contact": {
                     *         "id": "447700900123@s.whatsapp.net",
                     *         "notify": "Ana",
                     *         "lid": "100000000000001@lid",
                     *         "name": null,
                     *         "phoneNumber": "+447700900123"
                     *       },
                     *       "blacklist": false,
                     *       "favourite": false,
                     *       "tags": [
                     *         "vip"
                     *       ],
                     *       "fields": {
                     *         "plan": "Pro"
                     *       },
                     *       "handoffUntil": null,
                     *       "run": {
                     *         "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "flowName": "Orders",
                     *         "state": "waiting_input"
                     *       }
                     *     }
                     */
                    "application/json": {
                        contact: components["schemas"]["Contact"];
                        /** @description Triggers no flows. */
                        blacklist: boolean;
                        favourite: boolean;
                        tags: string[];
                        /** @description Values by the names of fields. Flows may also have set some that nobody defined. */
                        fields: {
                            [key: string]: unknown;
                        };
                        /** @description Until then a person looks after the contact and flows stay silent. */
                        handoffUntil: string | null;
                        /** @description The flow state under way. */
                        run: {
                            id: string;
                            flowId: string;
                            flowName: string;
                            /** @enum {string} */
                            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "field": {
                 *         "name": "plan",
                 *         "value": "Pro"
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    tag?: string;
                    /** @description Texts are compared without case; null finds contacts without a value. */
                    field?: {
                        name: string;
                        value: string | number | boolean | null;
                    };
                    /** @description A part of the name or the number. */
                    search?: string;
                    cursor?: string;
                    /** @default 100 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contacts": [
                     *         {
                     *           "contact": {
                     *             "id": "447700900123@s.whatsapp.net",
                     *             "notify": "Ana",
                     *             "lid": "100000000000001@lid",
                     *             "name": null,
                     *             "phoneNumber": "+447700900123"
                     *           },
                     *           "blacklist": false,
                     *           "favourite": false,
                     *           "tags": [
                     *             "vip"
                     *           ],
                     *           "fields": {
                     *             "plan": "Pro"
                     *           },
                     *           "handoffUntil": null
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        contacts: {
                            contact: components["schemas"]["Contact"];
                            /** @description Triggers no flows. */
                            blacklist: boolean;
                            favourite: boolean;
                            tags: string[];
                            /** @description Values by the names of fields. Flows may also have set some that nobody defined. */
                            fields: {
                                [key: string]: unknown;
                            };
                            /** @description Until then a person looks after the contact and flows stay silent. */
                            handoffUntil: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "contactJid": "+447700900123",
                 *       "tags": [
                 *         "vip"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    contactJid: string;
                    tags?: string[];
                    /** @description Values by the names of defined fields, each of the type of its field. */
                    fields?: {
                        [key: string]: string | number | boolean | null;
                    };
                    handoffSec?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "contact": {
                     *         "id": "447700900123@s.whatsapp.net",
                     *         "notify": "Ana",
                     *         "lid": "100000000000001@lid",
                     *         "name": null,
                     *         "phoneNumber": "+447700900123"
                     *       },
                     *       "blacklist": false,
                     *       "favourite": false,
                     *       "tags": [
                     *         "vip"
                     *       ],
                     *       "fields": {
                     *         "plan": "Pro"
                     *       },
                     *       "handoffUntil": null,
                     *       "run": {
                     *         "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "flowName": "Orders",
                     *         "state": "waiting_input"
                     *       }
                     *     }
                     */
                    "application/json": {
                        contact: components["schemas"]["Contact"];
                        /** @description Triggers no flows. */
                        blacklist: boolean;
                        favourite: boolean;
                        tags: string[];
                        /** @description Values by the names of fields. Flows may also have set some that nobody defined. */
                        fields: {
                            [key: string]: unknown;
                        };
                        /** @description Until then a person looks after the contact and flows stay silent. */
                        handoffUntil: string | null;
                        /** @description The flow state under way. */
                        run: {
                            id: string;
                            flowId: string;
                            flowName: string;
                            /** @enum {string} */
                            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.profilePicture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "jid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Recipient: digits with country code, +E.164, or a full address. */
                    target?: string;
                    /** @description Same as `target`. */
                    jid?: string;
                    /** @description Same as `target`. */
                    to?: string;
                    /** @description Same as `target`. */
                    chatId?: string;
                    /**
                     * @default preview
                     * @enum {string}
                     */
                    size?: "preview" | "full";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jid": "447700900123@s.whatsapp.net",
                     *       "state": "none",
                     *       "url": null
                     *     }
                     */
                    "application/json": {
                        jid: string;
                        /**
                         * @description `none`: there is no picture. `hidden`: this account may not see it.
                         * @enum {string}
                         */
                        state: "found" | "none" | "hidden";
                        /** @description Where to GET it, without a key. */
                        url: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.fields.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "plan",
                     *         "label": "Plan",
                     *         "type": "choice",
                     *         "choices": [
                     *           "Basic",
                     *           "Pro"
                     *         ],
                     *         "description": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description As `{{ contact.fields.NAME }}` reads it. */
                        name: string;
                        label: string;
                        /** @enum {string} */
                        type: "text" | "number" | "boolean" | "date" | "choice";
                        /** @description What may be chosen; empty but for a choice. */
                        choices: string[];
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.fields.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "plan",
                 *       "label": "Plan",
                 *       "type": "choice",
                 *       "choices": [
                 *         "Basic",
                 *         "Pro"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description As `{{ contact.fields.NAME }}` reads it. */
                    name: string;
                    /** @description Left out: the name. */
                    label?: string;
                    /** @enum {string} */
                    type: "text" | "number" | "boolean" | "date" | "choice";
                    /**
                     * @description Of a choice: what may be chosen, at least one.
                     * @default []
                     */
                    choices?: string[];
                    /** @default null */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "plan",
                     *       "label": "Plan",
                     *       "type": "choice",
                     *       "choices": [
                     *         "Basic",
                     *         "Pro"
                     *       ],
                     *       "description": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description As `{{ contact.fields.NAME }}` reads it. */
                        name: string;
                        label: string;
                        /** @enum {string} */
                        type: "text" | "number" | "boolean" | "date" | "choice";
                        /** @description What may be chosen; empty but for a choice. */
                        choices: string[];
                        description: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "contacts.fields.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "plan"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "replies.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2",
                     *         "title": "Opening hours",
                     *         "shortcut": "hours",
                     *         "text": "Hello {{ contact.name }}, we open at nine.",
                     *         "file": null,
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        title: string;
                        shortcut: string;
                        text: string;
                        file: {
                            assetId: string;
                            mimetype: string;
                            fileName: string | null;
                            url: string;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "replies.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "title": "Opening hours",
                 *       "shortcut": "hours",
                 *       "text": "Hello {{ contact.name }}, we open at nine."
                 *     }
                 */
                "application/json": {
                    title: string;
                    /** @description What is typed after `/`; each is there once, whatever its case. */
                    shortcut: string;
                    /** @description With `{{ contact.name }}`, `{{ contact.phone }}`, `{{ contact.fields.NAME }}` and `{{ agent.name }}`, which the inbox fills in before a person sends it. */
                    text: string;
                    /**
                     * @description A kept file that goes along.
                     * @default null
                     */
                    assetId?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2",
                     *       "title": "Opening hours",
                     *       "shortcut": "hours",
                     *       "text": "Hello {{ contact.name }}, we open at nine.",
                     *       "file": null,
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        title: string;
                        shortcut: string;
                        text: string;
                        file: {
                            assetId: string;
                            mimetype: string;
                            fileName: string | null;
                            url: string;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "replies.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2",
                 *       "title": "Opening hours",
                 *       "shortcut": "hours",
                 *       "text": "We open at ten."
                 *     }
                 */
                "application/json": {
                    id: string;
                    title: string;
                    /** @description What is typed after `/`; each is there once, whatever its case. */
                    shortcut: string;
                    /** @description With `{{ contact.name }}`, `{{ contact.phone }}`, `{{ contact.fields.NAME }}` and `{{ agent.name }}`, which the inbox fills in before a person sends it. */
                    text: string;
                    /**
                     * @description A kept file that goes along.
                     * @default null
                     */
                    assetId?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2",
                     *       "title": "Opening hours",
                     *       "shortcut": "hours",
                     *       "text": "We open at ten.",
                     *       "file": null,
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        title: string;
                        shortcut: string;
                        text: string;
                        file: {
                            assetId: string;
                            mimetype: string;
                            fileName: string | null;
                            url: string;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "replies.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "4b5d6f71-a2b3-4fe6-9018-8d9eafb0c1d2"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "approvals.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                    contactJid?: string;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "approvals": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-b302099a8058",
                     *           "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *           "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *           "flowName": "Orders",
                     *           "nodeId": "answer",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "contactJid": "447700900123@s.whatsapp.net",
                     *           "contactName": "Ana",
                     *           "isTest": false,
                     *           "text": "We open at 7.",
                     *           "sources": [],
                     *           "asked": "When do you open?",
                     *           "messagesSince": 0,
                     *           "writtenAt": "2026-01-01T12:00:00.000Z",
                     *           "dueAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        approvals: {
                            id: string;
                            /** @description The run that waits. */
                            flowStateId: string;
                            flowId: string;
                            flowName: string;
                            nodeId: string | null;
                            clientId: string;
                            contactJid: string;
                            contactName: string | null;
                            /** @description It is of a test of a draft on somebody’s phone. */
                            isTest: boolean;
                            /** @description What would be sent. */
                            text: string;
                            /** @description What of documents the text names. */
                            sources: {
                                title: string;
                                url: string | null;
                            }[];
                            /** @description What the contact wrote last before it. */
                            asked: string | null;
                            /** @description How much the contact has written since, which waits for the decision. */
                            messagesSince: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            writtenAt: string;
                            /**
                             * Format: date-time
                             * @description If nobody decides until then, it is not sent.
                             */
                            dueAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "approvals.approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                 *       "text": "We open at 8."
                 *     }
                 */
                "application/json": {
                    flowStateId: string;
                    /** @description The id of the approval; another text of the run has another. */
                    id: string;
                    /** @description Sent instead of the text of the model. */
                    text?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "approvals.decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    flowStateId: string;
                    /** @description The id of the approval; another text of the run has another. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "server.ping": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "pong",
                     *       "version": "1.0.0",
                     *       "uptimeSec": 12,
                     *       "time": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        message: "pong";
                        version: string;
                        uptimeSec: number;
                        /** Format: date-time */
                        time: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "server.qr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "A QR code is waiting to be scanned.",
                     *       "data": "2@AbCdEf,GhIjKl,MnOpQr,StUvWx",
                     *       "expiresAt": "2026-01-01T12:00:00.000Z",
                     *       "pairingCode": null
                     *     }
                     */
                    "application/json": {
                        message: string;
                        data: string | boolean;
                        /** @description When the string is replaced by another one. */
                        expiresAt: string | null;
                        /** @description The code of worker.pairingCode that counts now. */
                        pairingCode: {
                            /** @description Eight letters and digits, `XXXX-XXXX`. */
                            code: string;
                            /** @description The phone that takes it, E.164. */
                            phoneNumber: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            expiresAt: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "server.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.0.0",
                     *       "runtime": "v26.9.0",
                     *       "startedAt": "2026-01-01T12:00:00.000Z",
                     *       "memoryBytes": 180000000,
                     *       "database": {
                     *         "version": "PostgreSQL 18.4",
                     *         "sizeBytes": 52000000,
                     *         "latencyMs": 1.2
                     *       },
                     *       "webVersions": [
                     *         {
                     *           "network": "whatsapp",
                     *           "version": "2.3000.1044017588",
                     *           "source": "page",
                     *           "confirmedAt": "2026-01-01T12:00:00.000Z",
                     *           "isOld": false,
                     *           "newest": "2.3000.1044017588",
                     *           "checkedAt": "2026-01-01T12:00:00.000Z",
                     *           "problem": null
                     *         }
                     *       ],
                     *       "hosts": [
                     *         {
                     *           "id": "host-1",
                     *           "clients": 1
                     *         }
                     *       ],
                     *       "clients": {
                     *         "total": 1,
                     *         "running": 1,
                     *         "unowned": 0,
                     *         "byStatus": {
                     *           "connected": 1
                     *         }
                     *       },
                     *       "backlog": {
                     *         "inbound": {
                     *           "waiting": 0,
                     *           "oldestAt": null
                     *         },
                     *         "outbound": {
                     *           "waiting": 0,
                     *           "oldestAt": null
                     *         },
                     *         "webhooks": {
                     *           "waiting": 0,
                     *           "oldestAt": null
                     *         },
                     *         "timers": {
                     *           "waiting": 0,
                     *           "oldestAt": null
                     *         }
                     *       },
                     *       "counts": {
                     *         "users": 1,
                     *         "flows": 1,
                     *         "activeFlows": 1,
                     *         "openRuns": 1,
                     *         "messages": 250,
                     *         "proxies": 0,
                     *         "failedProxies": 0
                     *       }
                     *     }
                     */
                    "application/json": {
                        version: string;
                        /** @description Version of Node. */
                        runtime: string;
                        /**
                         * Format: date-time
                         * @description When the process that answers began.
                         */
                        startedAt: string;
                        /** @description Of the process that answers. */
                        memoryBytes: number;
                        database: {
                            version: string;
                            sizeBytes: number;
                            /** @description How long it took to look. */
                            latencyMs: number;
                        };
                        /** @description One for each network that a client connected to. */
                        webVersions: {
                            /** @enum {string} */
                            network: "whatsapp" | "sandbox";
                            /** @description Of WhatsApp Web, as clients tell it to the network. */
                            version: string;
                            /**
                             * @description `page`: the network’s own page named it; `pinned`: WEB_VERSION does; `built_in`: it came with the service.
                             * @enum {string}
                             */
                            source: "page" | "pinned" | "built_in";
                            /**
                             * Format: date-time
                             * @description When it last was known to be the newest.
                             */
                            confirmedAt: string;
                            /** @description That is more than 14 days ago: the network may refuse it soon. */
                            isOld: boolean;
                            /** @description What the page said last; null when it never did. */
                            newest: string | null;
                            /** @description When the page was last read. */
                            checkedAt: string | null;
                            /** @description Why the page could not be read since, as a code such as TIMEOUT; null when it could. */
                            problem: string | null;
                        }[];
                        /** @description Who owns clients now; a host without any is not among them. */
                        hosts: {
                            id: string;
                            clients: number;
                        }[];
                        clients: {
                            total: number;
                            /** @description Those that should run. */
                            running: number;
                            /** @description Those that should run, and no host owns them. */
                            unowned: number;
                            /** @description By their live status. */
                            byStatus: {
                                [key: string]: number;
                            };
                        };
                        backlog: {
                            /** @description Events for flows that are not processed yet. */
                            inbound: {
                                waiting: number;
                                oldestAt: string | null;
                            };
                            /** @description Messages of flows that did not leave yet. */
                            outbound: {
                                waiting: number;
                                oldestAt: string | null;
                            };
                            /** @description Events that wait to be posted. */
                            webhooks: {
                                waiting: number;
                                oldestAt: string | null;
                            };
                            /** @description Timers of flows that are due. */
                            timers: {
                                waiting: number;
                                oldestAt: string | null;
                            };
                        };
                        counts: {
                            users: number;
                            flows: number;
                            activeFlows: number;
                            openRuns: number;
                            /** @description As the database estimates it. */
                            messages: number;
                            proxies: number;
                            failedProxies: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The worker is running and connected.",
                     *       "socketId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description The live connection, or the attempt just begun. */
                        socketId: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The worker is stopped."
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.restart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The worker is running and connected.",
                     *       "socketId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /** @description The live connection, or the attempt just begun. */
                        socketId: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The linked device is removed."
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.pairingCode": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Of the account, with its country code. */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "Type the code into the phone: Linked devices, then link with the phone number.",
                     *       "code": "AB12-CD34",
                     *       "phoneNumber": "+447700900123",
                     *       "expiresAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Eight letters and digits, `XXXX-XXXX`. */
                        code: string;
                        /** @description The phone that takes it, E.164. */
                        phoneNumber: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        expiresAt: string;
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.passkey.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The network asks for the passkey of the account before it links this device.",
                     *       "waitsFor": "signature",
                     *       "options": {
                     *         "challenge": "bm9uY2U",
                     *         "timeout": 600000,
                     *         "rpId": "whatsapp.com",
                     *         "userVerification": "required"
                     *       },
                     *       "code": null,
                     *       "expiresAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        /**
                         * @description `phone`: it was signed; `comparison`: a person compares `code` with the phone’s.
                         * @enum {string}
                         */
                        waitsFor: "nothing" | "signature" | "phone" | "comparison";
                        /** @description `PublicKeyCredentialRequestOptionsJSON`, as the network gave it. */
                        options: ({
                            challenge: string;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @description `XXXX-XXXX`. */
                        code: string | null;
                        expiresAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.passkey.answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "assertion": {
                 *         "id": "q1w2e3r4t5y6",
                 *         "rawId": "q1w2e3r4t5y6",
                 *         "type": "public-key",
                 *         "response": {
                 *           "clientDataJSON": "eyJ0eXBlIjoi",
                 *           "authenticatorData": "SZYN5YgOjGh0",
                 *           "signature": "MEUCIQDx"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description `PublicKeyCredential.toJSON()` of the browser, unchanged. */
                    assertion: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                            userHandle?: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The network took it. Ask worker.passkey.get whether a code has to be compared."
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.passkey.confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The phone links the client now."
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "status": "connected",
                     *         "code": "CONNECTED",
                     *         "message": "The client is connected.",
                     *         "action": null,
                     *         "desiredState": "running",
                     *         "network": "whatsapp",
                     *         "since": "2026-01-01T12:00:00.000Z",
                     *         "memoryBytes": 4200000,
                     *         "proxy": null,
                     *         "restrictedUntil": null,
                     *         "newChats": null
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["WorkerStatus"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "status": "connected",
                     *       "code": "CONNECTED",
                     *       "message": "The client is connected.",
                     *       "action": null,
                     *       "desiredState": "running",
                     *       "network": "whatsapp",
                     *       "since": "2026-01-01T12:00:00.000Z",
                     *       "memoryBytes": 4200000,
                     *       "proxy": null,
                     *       "restrictedUntil": null,
                     *       "newChats": null
                     *     }
                     */
                    "application/json": components["schemas"]["WorkerStatus"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "worker.health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "level": "careful",
                     *       "findings": [
                     *         {
                     *           "code": "SOME_REFUSALS",
                     *           "level": "careful",
                     *           "message": "The network refused some messages of the last 24 hours.",
                     *           "action": "Look at the codes; if they become more, send less."
                     *         }
                     *       ],
                     *       "lastDay": {
                     *         "runningSec": 86400,
                     *         "connectedSec": 86310,
                     *         "connectionLosses": 2,
                     *         "sent": 412,
                     *         "sentLastHour": 18,
                     *         "mostPerHour": 3600,
                     *         "refused": [
                     *           {
                     *             "code": "463",
                     *             "count": 1
                     *           }
                     *         ],
                     *         "newPeople": 6
                     *       },
                     *       "dayBefore": {
                     *         "sent": 380,
                     *         "unreached": 9,
                     *         "newPeople": 5,
                     *         "answered": 4
                     *       }
                     *     }
                     */
                    "application/json": {
                        clientId: string;
                        /**
                         * @description As the worst of the findings.
                         * @enum {string}
                         */
                        level: "good" | "careful" | "at_risk";
                        /** @description The worst first; empty when nothing was found. */
                        findings: {
                            code: string;
                            /** @enum {string} */
                            level: "careful" | "at_risk";
                            /** @description What is so. */
                            message: string;
                            /** @description What a person should do about it. */
                            action: string;
                        }[];
                        /** @description The last 24 hours. */
                        lastDay: {
                            /** @description How long the client was meant to be connected, as far back as its states are kept. */
                            runningSec: number;
                            connectedSec: number;
                            connectionLosses: number;
                            /** @description Taken by the network; those written on the phone too. */
                            sent: number;
                            sentLastHour: number;
                            /** @description What the client’s own pace allows. */
                            mostPerHour: number;
                            refused: {
                                /** @description The network’s number, or the limit of it that kept messages back. */
                                code: string;
                                count: number;
                            }[];
                            /** @description People whom the account wrote to first. */
                            newPeople: number;
                        };
                        /** @description The 24 hours before, as people need time to answer. */
                        dayBefore: {
                            /** @description Messages to people, without groups. */
                            sent: number;
                            /** @description Of these: what no phone has confirmed. So it is with people who block the account, too. */
                            unreached: number;
                            newPeople: number;
                            /** @description Of the new people: those who have answered. */
                            answered: number;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                    /** @enum {string} */
                    status?: "draft" | "published";
                    isActive?: boolean;
                    /** @description Part of the name or description, whatever its case and accents. */
                    search?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "name": "Orders",
                     *         "description": null,
                     *         "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *         "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *         "viewport": null,
                     *         "status": "published",
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "isActive": true,
                     *         "retriggerBehavior": "continue_if_dormant",
                     *         "fallbackBehavior": "none",
                     *         "fallbackText": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Flow"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "version": 1,
                 *       "name": "Orders"
                 *     }
                 */
                "application/json": components["schemas"]["FlowDocument"];
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        description: string | null;
                        /** @description JSON text of React Flow Node[]. */
                        nodes: string;
                        /** @description JSON text of React Flow Edge[]. */
                        edges: string;
                        /** @description JSON text of {x, y, zoom}. */
                        viewport: string | null;
                        /** @enum {string} */
                        status: "draft" | "published";
                        /** @description A flow without it cannot be published. */
                        clientId: string | null;
                        userId: string;
                        isActive: boolean;
                        /** @enum {string} */
                        retriggerBehavior: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                        /** @enum {string} */
                        fallbackBehavior: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                        fallbackText: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                        /** @description Data of it, or of a flow in `bundle`, that publishing refuses, such as a time zone that is none; absent when there is no such. The graph is not judged. */
                        warnings?: components["schemas"]["Problem"][];
                        /** @description Tables and contact fields that it came with (`requires`), and what became of each. */
                        definitions?: {
                            /** @enum {string} */
                            kind: "table" | "contactField";
                            name: string;
                            /**
                             * @description `there`: it was, just so; `made`; `clash`: there is another one of the name, which stays; `left`: it could not be made (a limit of the plan, or a key without `contacts:write`).
                             * @enum {string}
                             */
                            state: "there" | "made" | "clash" | "left";
                            /** @description Of a clash: what is another one than the flow was made for. */
                            differences: {
                                /** @description The column; of a field its name. */
                                name: string;
                                /** @description Its type here; null where there is none. */
                                has: ("text" | "number" | "boolean" | "date" | "choice") | null;
                                /** @enum {string} */
                                needs: "text" | "number" | "boolean" | "date" | "choice";
                                /** @description Those that are missing here. */
                                choices: string[];
                            }[];
                            /** @description Of a clash: groups of columns that are not unique here. */
                            unique: string[][];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Kept with the version this makes. */
                    note?: string;
                    /** @description Publishes without playing the saved test cases. */
                    ignoreTestCases?: boolean;
                    /**
                     * Format: date-time
                     * @description The `updatedAt` the caller last saw: CONFLICT with `reason` FLOW_CHANGED (and its `updatedAt`) when it is another.
                     */
                    expectedUpdatedAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "published",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": true,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "event": {
                     *           "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *           "eventId": "3EB0C767D097B7C7A1C5",
                     *           "eventType": "message_received",
                     *           "source": "chat",
                     *           "mode": "live",
                     *           "payloadSummary": "order",
                     *           "receivedAt": "2026-01-01T12:00:00.000Z",
                     *           "processedAt": "2026-01-01T12:00:00.000Z",
                     *           "status": "processed",
                     *           "error": null,
                     *           "createdAt": "2026-01-01T12:00:00.000Z"
                     *         },
                     *         "transition": {
                     *           "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "flowStateEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "fromNodeId": "start",
                     *           "toNodeId": "thanks",
                     *           "nodeType": "trigger.keyword",
                     *           "outcome": "out",
                     *           "edgeId": "e1",
                     *           "actions": "[]",
                     *           "contextPatch": "{}",
                     *           "createdAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": {
                        event: components["schemas"]["FlowStateEvent"];
                        transition: components["schemas"]["FlowStateTransition"] | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.sends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "messageId": "3EB0C767D097B7C7A1C5",
                     *         "nodeId": "thanks",
                     *         "type": "text",
                     *         "text": "Thank you.",
                     *         "status": "DELIVERY_ACK",
                     *         "error": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description The `outboxId` of a `send` among the actions of a transition. */
                        id: string;
                        messageId: string;
                        nodeId: string | null;
                        type: string;
                        /** @description Null until it leaves, and for what has none. */
                        text: string | null;
                        /** @enum {string} */
                        status: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
                        error: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.story": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "failure": null,
                     *       "steps": [
                     *         {
                     *           "event": {
                     *             "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *             "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *             "eventId": "3EB0C767D097B7C7A1C5",
                     *             "eventType": "message_received",
                     *             "source": "chat",
                     *             "mode": "live",
                     *             "payloadSummary": "order",
                     *             "receivedAt": "2026-01-01T12:00:00.000Z",
                     *             "processedAt": "2026-01-01T12:00:00.000Z",
                     *             "status": "processed",
                     *             "error": null,
                     *             "createdAt": "2026-01-01T12:00:00.000Z",
                     *             "summary": {
                     *               "code": "MESSAGE",
                     *               "params": {
                     *                 "type": "text",
                     *                 "text": "order"
                     *               }
                     *             }
                     *           },
                     *           "transition": {
                     *             "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *             "flowStateEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *             "fromNodeId": "start",
                     *             "toNodeId": "thanks",
                     *             "nodeType": "trigger.keyword",
                     *             "outcome": "out",
                     *             "edgeId": "e1",
                     *             "actions": "[]",
                     *             "contextPatch": "{}",
                     *             "createdAt": "2026-01-01T12:00:00.000Z"
                     *           }
                     *         }
                     *       ],
                     *       "sends": [
                     *         {
                     *           "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "messageId": "3EB0C767D097B7C7A1C5",
                     *           "nodeId": "thanks",
                     *           "type": "text",
                     *           "text": "Thank you.",
                     *           "status": "DELIVERY_ACK",
                     *           "error": null,
                     *           "createdAt": "2026-01-01T12:00:00.000Z",
                     *           "failure": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Why it failed; of `error` of the flow state. */
                        failure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        steps: {
                            event: {
                                id: string;
                                flowStateId: string;
                                eventId: string;
                                /** @description For example message_received, timeout, human_message, api_start. */
                                eventType: string;
                                /** @description chat, human, dashboard, api, scheduler, timer, effect, flow or system. */
                                source: string;
                                /** @description live, simulated or replay. */
                                mode: string;
                                /** @description One line of text, at most 200 characters. Of message_edited `edited "before" -> "after"`, of message_revoked `deleted` and the line of the message. */
                                payloadSummary: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                receivedAt: string;
                                processedAt: string | null;
                                /** @description received, processing, processed, ignored, deferred, duplicate, failed or dead. */
                                status: string;
                                error: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                createdAt: string;
                                /** @description Of `payloadSummary`. */
                                summary: {
                                    code: string;
                                    params: {
                                        [key: string]: unknown;
                                    };
                                } | null;
                            };
                            transition: components["schemas"]["FlowStateTransition"] | null;
                        }[];
                        sends: {
                            /** @description The `outboxId` of a `send` among the actions of a transition. */
                            id: string;
                            messageId: string;
                            nodeId: string | null;
                            type: string;
                            /** @description Null until it leaves, and for what has none. */
                            text: string | null;
                            /** @enum {string} */
                            status: "ERROR" | "PENDING" | "SERVER_ACK" | "DELIVERY_ACK" | "READ" | "PLAYED";
                            error: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            /** @description Of `error`. */
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    flowId?: string;
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                    contactJid?: string;
                    /** @description Part of the contact’s name or number; case, accents and spaces do not matter. */
                    contact?: string;
                    /** @enum {string} */
                    state?: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                    /**
                     * @description Only runs that failed so.
                     * @enum {string}
                     */
                    error?: "LOOP_LIMIT" | "NODE_ERROR" | "DATA_TOO_LARGE";
                    /** @description Only tests of drafts, or only other runs. */
                    isTest?: boolean;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "states": [
                     *         {
                     *           "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *           "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "contactJid": "447700900123@s.whatsapp.net",
                     *           "state": "waiting_input",
                     *           "currentNodeId": "ask",
                     *           "context": "{\"vars\":{}}",
                     *           "version": 2,
                     *           "claimedUntil": null,
                     *           "claimedBy": null,
                     *           "timeoutJobId": null,
                     *           "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *           "error": null,
                     *           "createdAt": "2026-01-01T12:00:00.000Z",
                     *           "updatedAt": "2026-01-01T12:00:00.000Z",
                     *           "isTest": false,
                     *           "contactName": "Ana"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        states: {
                            id: string;
                            flowId: string;
                            clientId: string;
                            /** @description Full address. */
                            contactJid: string;
                            /** @enum {string} */
                            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                            currentNodeId: string | null;
                            /** @description JSON text of the run’s context object. */
                            context: string;
                            version: number;
                            claimedUntil: string | null;
                            claimedBy: string | null;
                            timeoutJobId: string | null;
                            lastEventId: string | null;
                            lastEventAt: string | null;
                            error: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            updatedAt: string;
                            /** @description It tests a draft on somebody’s phone. */
                            isTest: boolean;
                            /** @description The name in the address book, else the one the person chose. */
                            contactName: string | null;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.testedDraft": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flow": {
                     *         "version": 1,
                     *         "name": "Orders",
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.keyword",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "values": [
                     *                 "order"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "thanks",
                     *             "type": "send.text",
                     *             "position": {
                     *               "x": 260,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "text": "Thank you."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "e1",
                     *             "source": "start",
                     *             "target": "thanks"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        flow: ({
                            /** @constant */
                            version: 1;
                            name: string;
                            description?: string | null;
                            clientId?: string | null;
                            nodes?: ({
                                id: string;
                                type: string;
                                /**
                                 * @default {
                                 *       "x": 0,
                                 *       "y": 0
                                 *     }
                                 */
                                position: {
                                    x: number;
                                    y: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @default {} */
                                data: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                            edges?: ({
                                id: string;
                                source: string;
                                target: string;
                                sourceHandle?: string | null;
                                targetHandle?: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                            viewport?: ({
                                x: number;
                                y: number;
                                zoom: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            /** @enum {string} */
                            retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                            /** @enum {string} */
                            fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                            fallbackText?: string | null;
                            settings?: {
                                timezone?: string;
                                locale?: string;
                                dormantTtlSec?: number;
                                inputDebounceMs?: number;
                                typeAhead?: boolean;
                                maxStepsPerEvent?: number;
                                synonyms?: string[][];
                                stopWords?: string[];
                                languages?: {
                                    main: string;
                                    others?: string[];
                                    field?: string;
                                    guess?: boolean;
                                    texts?: {
                                        [key: string]: {
                                            [key: string]: {
                                                text: string;
                                                of: number;
                                            } & {
                                                [key: string]: unknown;
                                            };
                                        };
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            variables?: ({
                                name: string;
                                /** @enum {string} */
                                type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                                default?: unknown;
                                pii?: boolean;
                            } & {
                                [key: string]: unknown;
                            })[];
                            ref?: string;
                            testCases?: {
                                [key: string]: unknown;
                            }[];
                            bundle?: ({
                                /** @constant */
                                version: 1;
                                name: string;
                                description?: string | null;
                                clientId?: string | null;
                                nodes?: ({
                                    id: string;
                                    type: string;
                                    /**
                                     * @default {
                                     *       "x": 0,
                                     *       "y": 0
                                     *     }
                                     */
                                    position: {
                                        x: number;
                                        y: number;
                                    } & {
                                        [key: string]: unknown;
                                    };
                                    /** @default {} */
                                    data: {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                })[];
                                edges?: ({
                                    id: string;
                                    source: string;
                                    target: string;
                                    sourceHandle?: string | null;
                                    targetHandle?: string | null;
                                } & {
                                    [key: string]: unknown;
                                })[];
                                viewport?: ({
                                    x: number;
                                    y: number;
                                    zoom: number;
                                } & {
                                    [key: string]: unknown;
                                }) | null;
                                /** @enum {string} */
                                retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                                /** @enum {string} */
                                fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                                fallbackText?: string | null;
                                settings?: {
                                    timezone?: string;
                                    locale?: string;
                                    dormantTtlSec?: number;
                                    inputDebounceMs?: number;
                                    typeAhead?: boolean;
                                    maxStepsPerEvent?: number;
                                    synonyms?: string[][];
                                    stopWords?: string[];
                                    languages?: {
                                        main: string;
                                        others?: string[];
                                        field?: string;
                                        guess?: boolean;
                                        texts?: {
                                            [key: string]: {
                                                [key: string]: {
                                                    text: string;
                                                    of: number;
                                                } & {
                                                    [key: string]: unknown;
                                                };
                                            };
                                        };
                                    } & {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                                variables?: ({
                                    name: string;
                                    /** @enum {string} */
                                    type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                                    default?: unknown;
                                    pii?: boolean;
                                } & {
                                    [key: string]: unknown;
                                })[];
                                ref?: string;
                                testCases?: {
                                    [key: string]: unknown;
                                }[];
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        }) | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "contactJid": "+447700900123"
                 *     }
                 */
                "application/json": {
                    flowId: string;
                    contactJid: string;
                    /** @description Values of its trigger.api inputs. */
                    inputs?: {
                        [key: string]: unknown;
                    };
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "handed_off",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    id: string;
                    nodeId?: string;
                    text?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.states.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                 *     }
                 */
                "application/json": {
                    /** @description Flow state id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "cancelled",
                     *       "currentNodeId": null,
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "name": "Orders"
                 *     }
                 */
                "application/json": {
                    id: string;
                    name?: string;
                    description?: string | null;
                    clientId?: string | null;
                    nodes?: ({
                        id: string;
                        type: string;
                        /**
                         * @default {
                         *       "x": 0,
                         *       "y": 0
                         *     }
                         */
                        position?: {
                            x: number;
                            y: number;
                        } & {
                            [key: string]: unknown;
                        };
                        /** @default {} */
                        data?: {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    })[] | string;
                    edges?: ({
                        id: string;
                        source: string;
                        target: string;
                        sourceHandle?: string | null;
                        targetHandle?: string | null;
                    } & {
                        [key: string]: unknown;
                    })[] | string;
                    viewport?: (({
                        x: number;
                        y: number;
                        zoom: number;
                    } & {
                        [key: string]: unknown;
                    }) | null) | string;
                    /** @enum {string} */
                    retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                    /** @enum {string} */
                    fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                    fallbackText?: string | null;
                    settings?: {
                        timezone?: string;
                        locale?: string;
                        dormantTtlSec?: number;
                        inputDebounceMs?: number;
                        typeAhead?: boolean;
                        maxStepsPerEvent?: number;
                        synonyms?: string[][];
                        stopWords?: string[];
                        languages?: {
                            main: string;
                            others?: string[];
                            field?: string;
                            guess?: boolean;
                            texts?: {
                                [key: string]: {
                                    [key: string]: {
                                        text: string;
                                        of: number;
                                    } & {
                                        [key: string]: unknown;
                                    };
                                };
                            };
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                    variables?: ({
                        name: string;
                        /** @enum {string} */
                        type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                        default?: unknown;
                        pii?: boolean;
                    } & {
                        [key: string]: unknown;
                    })[];
                    /**
                     * Format: date-time
                     * @description The `updatedAt` the caller last saw: CONFLICT with `reason` FLOW_CHANGED (and its `updatedAt`) when it is another.
                     */
                    expectedUpdatedAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *           "number": 1,
                     *           "publishedAt": "2026-01-01T12:00:00.000Z",
                     *           "publishedBy": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *           "publishedByName": "Ana",
                     *           "note": null,
                     *           "isActive": true
                     *         }
                     *       ],
                     *       "hasUnpublishedChanges": false,
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        versions: {
                            id: string;
                            flowId: string;
                            /** @description Counts from 1 with each publish of the flow. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            publishedAt: string;
                            /** @description User id of who published it. */
                            publishedBy: string | null;
                            publishedByName: string | null;
                            /** @description What the publisher wrote about it. */
                            note: string | null;
                            /** @description New runs start on this version. */
                            isActive: boolean;
                        }[];
                        hasUnpublishedChanges: boolean;
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.getVersion": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "number": 1
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Number of a version. */
                    number: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "number": 1,
                     *         "publishedAt": "2026-01-01T12:00:00.000Z",
                     *         "publishedBy": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "publishedByName": "Ana",
                     *         "note": null,
                     *         "isActive": true
                     *       },
                     *       "flow": {
                     *         "version": 1,
                     *         "name": "Orders",
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.keyword",
                     *             "position": {
                     *               "x": 0,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "values": [
                     *                 "order"
                     *               ]
                     *             }
                     *           },
                     *           {
                     *             "id": "thanks",
                     *             "type": "send.text",
                     *             "position": {
                     *               "x": 260,
                     *               "y": 0
                     *             },
                     *             "data": {
                     *               "text": "Thank you."
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "id": "e1",
                     *             "source": "start",
                     *             "target": "thanks"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": {
                        version: {
                            id: string;
                            flowId: string;
                            /** @description Counts from 1 with each publish of the flow. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            publishedAt: string;
                            /** @description User id of who published it. */
                            publishedBy: string | null;
                            publishedByName: string | null;
                            /** @description What the publisher wrote about it. */
                            note: string | null;
                            /** @description New runs start on this version. */
                            isActive: boolean;
                        };
                        flow: {
                            /** @constant */
                            version: 1;
                            name: string;
                            description?: string | null;
                            clientId?: string | null;
                            nodes?: ({
                                id: string;
                                type: string;
                                /**
                                 * @default {
                                 *       "x": 0,
                                 *       "y": 0
                                 *     }
                                 */
                                position: {
                                    x: number;
                                    y: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @default {} */
                                data: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                            edges?: ({
                                id: string;
                                source: string;
                                target: string;
                                sourceHandle?: string | null;
                                targetHandle?: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                            viewport?: ({
                                x: number;
                                y: number;
                                zoom: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            /** @enum {string} */
                            retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                            /** @enum {string} */
                            fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                            fallbackText?: string | null;
                            settings?: {
                                timezone?: string;
                                locale?: string;
                                dormantTtlSec?: number;
                                inputDebounceMs?: number;
                                typeAhead?: boolean;
                                maxStepsPerEvent?: number;
                                synonyms?: string[][];
                                stopWords?: string[];
                                languages?: {
                                    main: string;
                                    others?: string[];
                                    field?: string;
                                    guess?: boolean;
                                    texts?: {
                                        [key: string]: {
                                            [key: string]: {
                                                text: string;
                                                of: number;
                                            } & {
                                                [key: string]: unknown;
                                            };
                                        };
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            variables?: ({
                                name: string;
                                /** @enum {string} */
                                type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                                default?: unknown;
                                pii?: boolean;
                            } & {
                                [key: string]: unknown;
                            })[];
                            ref?: string;
                            testCases?: {
                                [key: string]: unknown;
                            }[];
                            bundle?: ({
                                /** @constant */
                                version: 1;
                                name: string;
                                description?: string | null;
                                clientId?: string | null;
                                nodes?: ({
                                    id: string;
                                    type: string;
                                    /**
                                     * @default {
                                     *       "x": 0,
                                     *       "y": 0
                                     *     }
                                     */
                                    position: {
                                        x: number;
                                        y: number;
                                    } & {
                                        [key: string]: unknown;
                                    };
                                    /** @default {} */
                                    data: {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                })[];
                                edges?: ({
                                    id: string;
                                    source: string;
                                    target: string;
                                    sourceHandle?: string | null;
                                    targetHandle?: string | null;
                                } & {
                                    [key: string]: unknown;
                                })[];
                                viewport?: ({
                                    x: number;
                                    y: number;
                                    zoom: number;
                                } & {
                                    [key: string]: unknown;
                                }) | null;
                                /** @enum {string} */
                                retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                                /** @enum {string} */
                                fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                                fallbackText?: string | null;
                                settings?: {
                                    timezone?: string;
                                    locale?: string;
                                    dormantTtlSec?: number;
                                    inputDebounceMs?: number;
                                    typeAhead?: boolean;
                                    maxStepsPerEvent?: number;
                                    synonyms?: string[][];
                                    stopWords?: string[];
                                    languages?: {
                                        main: string;
                                        others?: string[];
                                        field?: string;
                                        guess?: boolean;
                                        texts?: {
                                            [key: string]: {
                                                [key: string]: {
                                                    text: string;
                                                    of: number;
                                                } & {
                                                    [key: string]: unknown;
                                                };
                                            };
                                        };
                                    } & {
                                        [key: string]: unknown;
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                                variables?: ({
                                    name: string;
                                    /** @enum {string} */
                                    type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                                    default?: unknown;
                                    pii?: boolean;
                                } & {
                                    [key: string]: unknown;
                                })[];
                                ref?: string;
                                testCases?: {
                                    [key: string]: unknown;
                                }[];
                            } & {
                                [key: string]: unknown;
                            })[];
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "number": 1
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Number of a version; all of them without it. */
                    number?: number;
                    /**
                     * Format: date-time
                     * @description Only flow states that began then or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only flow states that began before.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "runs": 10,
                     *       "isPartial": false,
                     *       "edges": [
                     *         {
                     *           "id": "e1",
                     *           "times": 12,
                     *           "runs": 10
                     *         }
                     *       ],
                     *       "entered": [
                     *         {
                     *           "id": "thanks",
                     *           "times": 12,
                     *           "runs": 10
                     *         }
                     *       ],
                     *       "left": [
                     *         {
                     *           "id": "start",
                     *           "times": 12,
                     *           "runs": 10
                     *         }
                     *       ],
                     *       "timedOut": [],
                     *       "failed": [],
                     *       "resting": [],
                     *       "stays": [
                     *         {
                     *           "id": "ask",
                     *           "times": 9,
                     *           "medianMs": 12000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Flow states looked at. */
                        runs: number;
                        /** @description There are older ones, which were left out. */
                        isPartial: boolean;
                        edges: {
                            /** @description Id of the node or edge. */
                            id: string;
                            /** @description How often, loops counted each time. */
                            times: number;
                            /** @description In how many flow states. */
                            runs: number;
                        }[];
                        /** @description By the node a step led to. */
                        entered: {
                            /** @description Id of the node or edge. */
                            id: string;
                            /** @description How often, loops counted each time. */
                            times: number;
                            /** @description In how many flow states. */
                            runs: number;
                        }[];
                        /** @description By the node a step led away from; the difference to `entered` stayed there. */
                        left: {
                            /** @description Id of the node or edge. */
                            id: string;
                            /** @description How often, loops counted each time. */
                            times: number;
                            /** @description In how many flow states. */
                            runs: number;
                        }[];
                        /** @description Waits nobody answered, by their node. */
                        timedOut: {
                            /** @description Id of the node or edge. */
                            id: string;
                            /** @description How often, loops counted each time. */
                            times: number;
                            /** @description In how many flow states. */
                            runs: number;
                        }[];
                        /** @description Steps that failed or went on by an exit for errors, by their node. */
                        failed: {
                            /** @description Id of the node or edge. */
                            id: string;
                            /** @description How often, loops counted each time. */
                            times: number;
                            /** @description In how many flow states. */
                            runs: number;
                        }[];
                        /** @description By the node at which flow states are now, or ended, and their state. */
                        resting: {
                            id: string;
                            /** @enum {string} */
                            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                            runs: number;
                        }[];
                        /** @description How long flow states stayed, by node. */
                        stays: {
                            id: string;
                            /** @description Stays that ended. */
                            times: number;
                            /** @description Half of them were shorter. */
                            medianMs: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "number": 1
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Number of a version. */
                    number: number;
                    /** @default false */
                    publish?: boolean;
                    /** @description About the version that `publish` makes. */
                    note?: string;
                    /**
                     * Format: date-time
                     * @description The `updatedAt` the caller last saw: CONFLICT with `reason` FLOW_CHANGED (and its `updatedAt`) when it is another.
                     */
                    expectedUpdatedAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "name": "Orders",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testCases.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "title": "Hello",
                     *         "case": {
                     *           "title": "Hello",
                     *           "script": [
                     *             {
                     *               "text": "hello"
                     *             }
                     *           ]
                     *         },
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        title: string;
                        /** @description A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`. */
                        case: {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testCases.save": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "case": {
                 *         "title": "Hello",
                 *         "script": [
                 *           {
                 *             "text": "hello"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description The case to change; without it a new one is made. */
                    caseId?: string;
                    /** @description A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`. */
                    case: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "title": "Hello",
                     *       "case": {
                     *         "title": "Hello",
                     *         "script": [
                     *           {
                     *             "text": "hello"
                     *           }
                     *         ]
                     *       },
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        title: string;
                        /** @description A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`. */
                        case: {
                            [key: string]: unknown;
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testCases.record": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                 *       "title": "An order in one go"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description A run of the flow, ended or not. */
                    flowStateId: string;
                    /** @description An earlier run of the flow with the same contact. The case then begins with it and holds each run of the flow up to `flowStateId`, 20 at most. */
                    fromFlowStateId?: string;
                    title: string;
                    /**
                     * @description What is replaced, wherever it was written or answered. All of it by default.
                     * @default {
                     *       "names": true,
                     *       "phones": true,
                     *       "emails": true
                     *     }
                     */
                    mask?: {
                        /**
                         * @description The name of the contact, and each word of it.
                         * @default true
                         */
                        names?: boolean;
                        /**
                         * @description Numbers that look like phones.
                         * @default true
                         */
                        phones?: boolean;
                        /** @default true */
                        emails?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "testCase": {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "title": "Hello",
                     *         "case": {
                     *           "title": "Hello",
                     *           "script": [
                     *             {
                     *               "text": "hello"
                     *             }
                     *           ]
                     *         },
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "masked": {
                     *         "names": 1,
                     *         "phones": 2,
                     *         "emails": 0
                     *       },
                     *       "endsBefore": null
                     *     }
                     */
                    "application/json": {
                        testCase: {
                            id: string;
                            flowId: string;
                            title: string;
                            /** @description A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`. */
                            case: {
                                [key: string]: unknown;
                            };
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            updatedAt: string;
                        };
                        /** @description How many different ones were replaced. */
                        masked: {
                            names: number;
                            phones: number;
                            emails: number;
                        };
                        /** @description The type of the first event that no test can hold; the test ends before it. Null: all is in it. */
                        endsBefore: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testCases.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "caseId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Test case id. */
                    caseId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testCases.run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    flow?: components["schemas"]["FlowDocument"];
                    /** @description A case in the form of docs/flows.md. The flow it tests is called `flow` in it and need not be among its `flows`. */
                    case?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "ok": true,
                     *       "results": [
                     *         {
                     *           "caseId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "title": "Hello",
                     *           "ok": true,
                     *           "failures": [],
                     *           "problems": []
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        ok: boolean;
                        results: {
                            /** @description Null for a case that was given. */
                            caseId: string | null;
                            title: string;
                            ok: boolean;
                            /** @description Each way in which it fell short, as a sentence. */
                            failures: string[];
                            /** @description The same as codes with what varies, and where in the case, from the outside in. */
                            problems: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                                places: ({
                                    part: string;
                                } & {
                                    [key: string]: unknown;
                                })[];
                            }[];
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.missed.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * @description How far back; events are kept for 30 days.
                     * @default 30
                     */
                    days?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "groups": [
                     *         {
                     *           "place": "question",
                     *           "nodeId": "menu",
                     *           "texts": [
                     *             "talk to somebody",
                     *             "talk to sombody"
                     *           ],
                     *           "count": 7,
                     *           "contacts": 5,
                     *           "lastAt": "2026-05-02T10:00:00.000Z",
                     *           "examples": [
                     *             {
                     *               "text": "Talk to somebody!",
                     *               "contactJid": "447700900123@s.whatsapp.net",
                     *               "contactName": "Ana",
                     *               "at": "2026-05-02T10:00:00.000Z",
                     *               "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "isPartial": false
                     *     }
                     */
                    "application/json": {
                        /** @description The most frequent first, at most 200. */
                        groups: {
                            /**
                             * @description `trigger`: no flow of the client was started by it. `question`: it did not answer `nodeId`.
                             * @enum {string}
                             */
                            place: "trigger" | "question";
                            nodeId: string | null;
                            /** @description Its texts without case and accents, the most frequent first; what `dismiss` takes. */
                            texts: string[];
                            count: number;
                            /** @description How many people wrote it. */
                            contacts: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            lastAt: string;
                            /** @description The newest, at most five. */
                            examples: {
                                text: string;
                                contactJid: string;
                                contactName: string | null;
                                /**
                                 * Format: date-time
                                 * @description ISO 8601, UTC.
                                 */
                                at: string;
                                /** @description The run whose question was not answered; null for one that started nothing. */
                                flowStateId: string | null;
                            }[];
                        }[];
                        /** @description There was more than the newest 5,000 texts, which were looked at. */
                        isPartial: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.missed.dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "nodeId": "menu",
                 *       "texts": [
                 *         "falar com atendente"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Of the question; absent for what started nothing. */
                    nodeId?: string | null;
                    texts: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.languages.export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "csv": "Key,Place,Kind,pt,en\r\nhi.text,hi (send.text),text,Olá,\r\n",
                     *       "main": "pt",
                     *       "others": [
                     *         "en"
                     *       ],
                     *       "updatedAt": "2026-05-02T10:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description RFC 4180; cells that a spreadsheet would take for a formula begin with a quote. */
                        csv: string;
                        main: string;
                        others: string[];
                        /**
                         * Format: date-time
                         * @description The state of the draft; give it to the import.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.languages.import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "csv": "Key,Place,Kind,pt,en\r\nhi.text,hi (send.text),text,Olá,Hello\r\n"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    csv: string;
                    /**
                     * Format: date-time
                     * @description The `updatedAt` the caller last saw: CONFLICT with `reason` FLOW_CHANGED (and its `updatedAt`) when it is another.
                     */
                    expectedUpdatedAt?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "changed": 1,
                     *       "unknownKeys": [],
                     *       "unknownColumns": [],
                     *       "staleKeys": [],
                     *       "updatedAt": "2026-05-02T10:00:01.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description Translations that are other ones now. */
                        changed: number;
                        /** @description Keys that no text of the flow has; they are left out. */
                        unknownKeys: string[];
                        /** @description Columns that are no language of the flow; they are left out. */
                        unknownColumns: string[];
                        /** @description Keys whose text is another one than the translator saw. */
                        staleKeys: string[];
                        /** Format: date-time */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.incoming.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "nodeId": "paid",
                     *         "path": "/api/hooks/SHOWN_TO_ITS_OWNER",
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        nodeId: string;
                        /** @description Put the address of the service before it. Whoever knows it may call it, so keep it like a key. */
                        path: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.incoming.renew": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "nodeId": "paid"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Of the trigger.webhook. */
                    nodeId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "nodeId": "paid",
                     *       "path": "/api/hooks/SHOWN_TO_ITS_OWNER",
                     *       "createdAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        nodeId: string;
                        /** @description Put the address of the service before it. Whoever knows it may call it, so keep it like a key. */
                        path: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.incoming.calls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "nodeId": "paid"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description Of the trigger.webhook. */
                    nodeId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "17",
                     *         "receivedAt": "2026-01-01T12:00:00.000Z",
                     *         "status": 202,
                     *         "reason": null,
                     *         "runId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *         "sizeBytes": 25,
                     *         "headers": {
                     *           "content-type": "application/json",
                     *           "x-hub-signature-256": "***"
                     *         },
                     *         "query": {},
                     *         "body": "{\"phone\":\"+447700900123\"}",
                     *         "isCut": false
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        receivedAt: string;
                        /** @description The HTTP status it was answered with. */
                        status: number;
                        /** @description Why nothing new was started, for example REPEATED, SIGNATURE_WRONG or RUN_EXISTS. */
                        reason: string | null;
                        /** @description The flow state that it started, or that was in its way. */
                        runId: string | null;
                        /** @description Of the body. */
                        sizeBytes: number;
                        /** @description `***` in place of keys, cookies and signatures. */
                        headers: {
                            [key: string]: unknown;
                        };
                        query: {
                            [key: string]: unknown;
                        };
                        /** @description As JSON, also of a form; what could not be read as it came. */
                        body: string;
                        /** @description The body was longer than what is kept. */
                        isCut: boolean;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.results.answers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description Only those that began then or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only those that began before.
                     */
                    to?: string;
                    /** @description Only those on these published versions. */
                    versions?: number[];
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                    /**
                     * @description Those that test a draft, too.
                     * @default false
                     */
                    tests?: boolean;
                    states?: ("running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired")[];
                    /**
                     * @description Only completed ones that ended so: `failure` by an `end` node that says so, or for want of an answer.
                     * @enum {string}
                     */
                    result?: "success" | "failure";
                    /**
                     * @description All of them hold. Numbers are compared as numbers, texts without case and accents.
                     * @default []
                     */
                    where?: {
                        column: string;
                        /**
                         * @default eq
                         * @enum {string}
                         */
                        op?: "eq" | "neq" | "contains" | "gt" | "gte" | "lt" | "lte" | "is_set" | "is_empty";
                        value?: string | number | boolean;
                    }[];
                    /**
                     * @description `createdAt`, or the id of a column.
                     * @default createdAt
                     */
                    sort?: string;
                    /** @default true */
                    descending?: boolean;
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "columns": [
                     *         {
                     *           "id": "ask_city",
                     *           "kind": "question",
                     *           "nodeId": "ask_city",
                     *           "flowId": null,
                     *           "variable": "city",
                     *           "label": "Which city?",
                     *           "type": "text"
                     *         }
                     *       ],
                     *       "rows": [
                     *         {
                     *           "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "contactJid": "447700900123@s.whatsapp.net",
                     *           "contactName": "Ana",
                     *           "version": 3,
                     *           "isTest": false,
                     *           "state": "completed",
                     *           "result": "success",
                     *           "error": null,
                     *           "createdAt": "2026-01-01T12:00:00.000Z",
                     *           "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *           "values": {
                     *             "ask_city": {
                     *               "value": "Lisbon",
                     *               "label": "Your city?"
                     *             }
                     *           }
                     *         }
                     *       ],
                     *       "lookedAt": 1,
                     *       "isPartial": false,
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        columns: {
                            /** @description Of a question its node’s id, the same in each version; of a variable `var:` and its name. */
                            id: string;
                            /** @enum {string} */
                            kind: "question" | "variable";
                            /** @description Of a question. */
                            nodeId: string | null;
                            /** @description The sub-flow that asks; null for the flow itself. */
                            flowId: string | null;
                            /** @description The variable that keeps it, by its newest name. */
                            variable: string | null;
                            /** @description As the newest version calls it. */
                            label: string;
                            /** @enum {string} */
                            type: "text" | "number" | "boolean" | "date" | "choice" | "any";
                        }[];
                        rows: {
                            /** @description Flow state id. */
                            id: string;
                            clientId: string;
                            contactJid: string;
                            contactName: string | null;
                            /** @description Null for a test of a draft. */
                            version: number | null;
                            isTest: boolean;
                            /** @enum {string} */
                            state: "running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired";
                            /** @description Of a completed one. */
                            result: ("success" | "failure") | null;
                            error: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            lastEventAt: string | null;
                            /** @description By the ids of columns; one without a value is left out. */
                            values: {
                                [key: string]: {
                                    /** @description As it was saved, of its own type. */
                                    value?: unknown;
                                    /** @description What the column was called in the version in which it was answered. */
                                    label: string;
                                };
                            };
                        }[];
                        /** @description Flow states looked at for this page. */
                        lookedAt: number;
                        /** @description Sorted by a column: older ones were left out. */
                        isPartial: boolean;
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.results.exportAnswers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "columns": [
                 *         "ask_city"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description Only those that began then or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only those that began before.
                     */
                    to?: string;
                    /** @description Only those on these published versions. */
                    versions?: number[];
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                    /**
                     * @description Those that test a draft, too.
                     * @default false
                     */
                    tests?: boolean;
                    states?: ("running" | "waiting_input" | "waiting_timer" | "waiting_effect" | "waiting_approval" | "handed_off" | "dormant" | "completed" | "failed" | "cancelled" | "expired")[];
                    /**
                     * @description Only completed ones that ended so: `failure` by an `end` node that says so, or for want of an answer.
                     * @enum {string}
                     */
                    result?: "success" | "failure";
                    /**
                     * @description All of them hold. Numbers are compared as numbers, texts without case and accents.
                     * @default []
                     */
                    where?: {
                        column: string;
                        /**
                         * @default eq
                         * @enum {string}
                         */
                        op?: "eq" | "neq" | "contains" | "gt" | "gte" | "lt" | "lte" | "is_set" | "is_empty";
                        value?: string | number | boolean;
                    }[];
                    /**
                     * @default csv
                     * @enum {string}
                     */
                    format?: "csv" | "json";
                    /** @description Ids of `flows.results.answers`, in the order of the file. */
                    columns: string[];
                    cursor?: string;
                    /**
                     * @description Rows of a piece, at most.
                     * @default 500
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "id,contactName,contactJid,clientId,version,state,result,createdAt,lastEventAt,Which city?\r\nc3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a,Ana,447700900123@s.whatsapp.net,7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f,3,completed,success,2026-01-01T12:00:00.000Z,2026-01-01T12:00:00.000Z,Lisbon\r\n",
                     *       "rows": 1,
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        text: string;
                        rows: number;
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.results.goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description Only what came by then or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only what came by before.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "Order placed",
                     *         "runs": 45,
                     *         "amount": 1234.5,
                     *         "amounts": 45,
                     *         "lastAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        /** @description Flow states that reached it, each once. */
                        runs: number;
                        /** @description What they were worth together. */
                        amount: number;
                        /** @description Of how many the worth is known. */
                        amounts: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        lastAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.results.tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * Format: date-time
                     * @description Only what came by then or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only what came by before.
                     */
                    to?: string;
                    /** @description Name of a goal; the one reached most without it. */
                    goal?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "nodeId": "welcome",
                     *         "label": "Two welcomes",
                     *         "winner": null,
                     *         "goal": "Order placed",
                     *         "isPartial": false,
                     *         "arms": [
                     *           {
                     *             "id": "a",
                     *             "weight": 50,
                     *             "runs": 120,
                     *             "people": 100,
                     *             "reached": 20,
                     *             "rate": 0.2,
                     *             "low": 0.1334,
                     *             "high": 0.2888,
                     *             "probability": 0.2
                     *           },
                     *           {
                     *             "id": "b",
                     *             "weight": 50,
                     *             "runs": 120,
                     *             "people": 100,
                     *             "reached": 25,
                     *             "rate": 0.25,
                     *             "low": 0.1755,
                     *             "high": 0.343,
                     *             "probability": 0.8
                     *           }
                     *         ],
                     *         "leader": "b",
                     *         "peopleNeeded": 1988
                     *       }
                     *     ]
                     */
                    "application/json": {
                        nodeId: string;
                        label: string;
                        /** @description The way that all take in the newest version: the test is over. */
                        winner: string | null;
                        /** @description Null when no goal was reached yet. */
                        goal: string | null;
                        /** @description There are more; the newest 100,000 draws are looked at. */
                        isPartial: boolean;
                        arms: {
                            id: string;
                            /** @description In the newest version; null when it has no such way any more. */
                            weight: number | null;
                            /** @description Flow states that took it. */
                            runs: number;
                            /** @description Contacts who took it first; all that follows is about them. */
                            people: number;
                            /** @description Those who reached the goal after it. */
                            reached: number;
                            rate: number;
                            /** @description The rate is between `low` and `high` with 95 % confidence (Wilson). */
                            low: number;
                            high: number;
                            /** @description That its true rate is the highest: Bayesian, with no rate preferred before. */
                            probability: number;
                        }[];
                        /** @description The way with the highest rate; null when none is ahead. */
                        leader: string | null;
                        /** @description How many people more it takes to find the difference seen between the first two in 80 % of tests, at 5 %; null when there is none. Before that, being ahead is no result. */
                        peopleNeeded: number | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testPhones.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "phoneNumber": "+447700900123",
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description E.164 with its +. */
                        phoneNumber: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testPhones.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description E.164, the + may be left out; spaces and dashes are ignored. */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumber": "+447700900123",
                     *       "createdAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description E.164 with its +. */
                        phoneNumber: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testPhones.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description E.164, the + may be left out; spaces and dashes are ignored. */
                    phoneNumber: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.testOnPhone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /** @description E.164, the + may be left out; spaces and dashes are ignored. */
                    phoneNumber: string;
                    /** @description The trigger to begin at. Without it: its trigger.api, else its first. */
                    triggerId?: string;
                    /** @description Values of its trigger.api inputs. */
                    inputs?: {
                        [key: string]: unknown;
                    };
                    /** @description Repeats with the same key and body return the first answer for 24 h. Also accepted as the header Idempotency-Key. */
                    idempotencyKey?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "contactJid": "447700900123@s.whatsapp.net",
                     *       "state": "waiting_input",
                     *       "currentNodeId": "ask",
                     *       "context": "{\"vars\":{}}",
                     *       "version": 2,
                     *       "claimedUntil": null,
                     *       "claimedBy": null,
                     *       "timeoutJobId": null,
                     *       "lastEventId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "lastEventAt": "2026-01-01T12:00:00.000Z",
                     *       "error": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["FlowState"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.callHttp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "request": {
                 *         "method": "GET",
                 *         "url": "https://api.example.com/orders"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    request: {
                        /** @enum {string} */
                        method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
                        /** @description A text, or its parts; a part `{secret, as}` stands for a stored secret. */
                        url: string | (string | {
                            secret: string;
                            /**
                             * @description How its value is written where it stands.
                             * @enum {string}
                             */
                            as: "raw" | "url" | "json";
                        })[];
                        /** @default [] */
                        headers?: {
                            name: string;
                            value: string | (string | {
                                secret: string;
                                /**
                                 * @description How its value is written where it stands.
                                 * @enum {string}
                                 */
                                as: "raw" | "url" | "json";
                            })[];
                        }[];
                        /** @default null */
                        body?: (string | (string | {
                            secret: string;
                            /**
                             * @description How its value is written where it stands.
                             * @enum {string}
                             */
                            as: "raw" | "url" | "json";
                        })[]) | null;
                        /** @description A stored file of the caller: without a place its bytes are the body. */
                        file?: {
                            mediaId: string;
                            /** @description `part`: a part of a form, behind its fields. `base64`: in the JSON of `body`, in place of the text `mark`. */
                            place?: {
                                /** @constant */
                                kind: "part";
                                name: string;
                                fields: {
                                    name: string;
                                    value: string | (string | {
                                        secret?: unknown;
                                        as?: unknown;
                                    })[];
                                }[];
                            } | {
                                /** @constant */
                                kind: "base64";
                                mark: string;
                            };
                        };
                    };
                    /** @default 10000 */
                    timeoutMs?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": 200,
                     *       "headers": {
                     *         "content-type": "application/json"
                     *       },
                     *       "body": {
                     *         "orders": []
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        /** @description Null when there was no answer. */
                        status: number | null;
                        headers: {
                            [key: string]: string;
                        };
                        /** @description The value of JSON, else text. The values of secrets in it are `***`. */
                        body?: unknown;
                        error: {
                            /** @description For example TIMEOUT or ADDRESS_REFUSED. */
                            code: string;
                            message: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "cancelledRunIds": [
                     *         "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                        cancelledRunIds: string[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    id: string;
                    /**
                     * @description False leaves out the flows it calls.
                     * @default true
                     */
                    linked?: boolean;
                    /** @description A published version in place of the draft. */
                    number?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 1,
                     *       "name": "Orders",
                     *       "nodes": [
                     *         {
                     *           "id": "start",
                     *           "type": "trigger.keyword",
                     *           "position": {
                     *             "x": 0,
                     *             "y": 0
                     *           },
                     *           "data": {
                     *             "values": [
                     *               "order"
                     *             ]
                     *           }
                     *         },
                     *         {
                     *           "id": "thanks",
                     *           "type": "send.text",
                     *           "position": {
                     *             "x": 260,
                     *             "y": 0
                     *           },
                     *           "data": {
                     *             "text": "Thank you."
                     *           }
                     *         }
                     *       ],
                     *       "edges": [
                     *         {
                     *           "id": "e1",
                     *           "source": "start",
                     *           "target": "thanks"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @constant */
                        version: 1;
                        name: string;
                        description?: string | null;
                        clientId?: string | null;
                        nodes?: ({
                            id: string;
                            type: string;
                            /**
                             * @default {
                             *       "x": 0,
                             *       "y": 0
                             *     }
                             */
                            position: {
                                x: number;
                                y: number;
                            } & {
                                [key: string]: unknown;
                            };
                            /** @default {} */
                            data: {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        })[];
                        edges?: ({
                            id: string;
                            source: string;
                            target: string;
                            sourceHandle?: string | null;
                            targetHandle?: string | null;
                        } & {
                            [key: string]: unknown;
                        })[];
                        viewport?: ({
                            x: number;
                            y: number;
                            zoom: number;
                        } & {
                            [key: string]: unknown;
                        }) | null;
                        /** @enum {string} */
                        retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                        /** @enum {string} */
                        fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                        fallbackText?: string | null;
                        settings?: {
                            timezone?: string;
                            locale?: string;
                            dormantTtlSec?: number;
                            inputDebounceMs?: number;
                            typeAhead?: boolean;
                            maxStepsPerEvent?: number;
                            synonyms?: string[][];
                            stopWords?: string[];
                            languages?: {
                                main: string;
                                others?: string[];
                                field?: string;
                                guess?: boolean;
                                texts?: {
                                    [key: string]: {
                                        [key: string]: {
                                            text: string;
                                            of: number;
                                        } & {
                                            [key: string]: unknown;
                                        };
                                    };
                                };
                            } & {
                                [key: string]: unknown;
                            };
                        } & {
                            [key: string]: unknown;
                        };
                        variables?: ({
                            name: string;
                            /** @enum {string} */
                            type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                            default?: unknown;
                            pii?: boolean;
                        } & {
                            [key: string]: unknown;
                        })[];
                        ref?: string;
                        testCases?: {
                            [key: string]: unknown;
                        }[];
                        bundle?: ({
                            /** @constant */
                            version: 1;
                            name: string;
                            description?: string | null;
                            clientId?: string | null;
                            nodes?: ({
                                id: string;
                                type: string;
                                /**
                                 * @default {
                                 *       "x": 0,
                                 *       "y": 0
                                 *     }
                                 */
                                position: {
                                    x: number;
                                    y: number;
                                } & {
                                    [key: string]: unknown;
                                };
                                /** @default {} */
                                data: {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            })[];
                            edges?: ({
                                id: string;
                                source: string;
                                target: string;
                                sourceHandle?: string | null;
                                targetHandle?: string | null;
                            } & {
                                [key: string]: unknown;
                            })[];
                            viewport?: ({
                                x: number;
                                y: number;
                                zoom: number;
                            } & {
                                [key: string]: unknown;
                            }) | null;
                            /** @enum {string} */
                            retriggerBehavior?: "continue_if_dormant" | "restart_if_dormant" | "restart" | "ignore" | "once";
                            /** @enum {string} */
                            fallbackBehavior?: "none" | "send_text" | "repeat" | "send_text_and_repeat" | "main_menu" | "handoff" | "end";
                            fallbackText?: string | null;
                            settings?: {
                                timezone?: string;
                                locale?: string;
                                dormantTtlSec?: number;
                                inputDebounceMs?: number;
                                typeAhead?: boolean;
                                maxStepsPerEvent?: number;
                                synonyms?: string[][];
                                stopWords?: string[];
                                languages?: {
                                    main: string;
                                    others?: string[];
                                    field?: string;
                                    guess?: boolean;
                                    texts?: {
                                        [key: string]: {
                                            [key: string]: {
                                                text: string;
                                                of: number;
                                            } & {
                                                [key: string]: unknown;
                                            };
                                        };
                                    };
                                } & {
                                    [key: string]: unknown;
                                };
                            } & {
                                [key: string]: unknown;
                            };
                            variables?: ({
                                name: string;
                                /** @enum {string} */
                                type?: "string" | "number" | "boolean" | "date" | "list" | "object";
                                default?: unknown;
                                pii?: boolean;
                            } & {
                                [key: string]: unknown;
                            })[];
                            ref?: string;
                            testCases?: {
                                [key: string]: unknown;
                            }[];
                        } & {
                            [key: string]: unknown;
                        })[];
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.importTypebot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "bot": {
                 *         "version": "6",
                 *         "name": "Bot",
                 *         "groups": [],
                 *         "edges": []
                 *       },
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /** @description The file Typebot exports, or its text. */
                    bot: {
                        [key: string]: unknown;
                    };
                    clientId?: string | null;
                    /** @description In place of the bot’s own name. */
                    name?: string;
                    /** @description Leaves out what nothing in the bot leads to. */
                    removeOrphans?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "flow": {
                     *         "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "name": "Orders",
                     *         "description": null,
                     *         "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *         "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *         "viewport": null,
                     *         "status": "draft",
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "isActive": false,
                     *         "retriggerBehavior": "continue_if_dormant",
                     *         "fallbackBehavior": "none",
                     *         "fallbackText": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "report": [
                     *         {
                     *           "id": "b1",
                     *           "group": "Welcome",
                     *           "type": "text",
                     *           "status": "exact",
                     *           "note": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        flow: components["schemas"]["Flow"];
                        report: {
                            /** @description Id of the block or event in the bot. */
                            id: string;
                            /** @description Title of its group. */
                            group: string;
                            type: string;
                            /** @enum {string} */
                            status: "exact" | "changed" | "stub";
                            note: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    id?: string;
                    flow?: components["schemas"]["FlowDocument"];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "errors": [],
                     *       "warnings": []
                     *     }
                     */
                    "application/json": components["schemas"]["ProblemList"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "flows.duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    id: string;
                    name?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "name": "Orders (copy)",
                     *       "description": null,
                     *       "nodes": "[{\"id\":\"start\",\"type\":\"trigger.keyword\",\"position\":{\"x\":0,\"y\":0},\"data\":{\"values\":[\"order\"]}},{\"id\":\"thanks\",\"type\":\"send.text\",\"position\":{\"x\":260,\"y\":0},\"data\":{\"text\":\"Thank you.\"}}]",
                     *       "edges": "[{\"id\":\"e1\",\"source\":\"start\",\"target\":\"thanks\"}]",
                     *       "viewport": null,
                     *       "status": "draft",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "isActive": false,
                     *       "retriggerBehavior": "continue_if_dormant",
                     *       "fallbackBehavior": "none",
                     *       "fallbackText": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Flow"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.start": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                    /** @description A published version; left out: the draft. */
                    version?: number;
                    /** @description Only these; left out: all. */
                    caseIds?: string[];
                    /**
                     * @default model
                     * @enum {string}
                     */
                    answers?: "model" | "recorded";
                    /** @default [] */
                    checks?: ({
                        /** @constant */
                        kind: "contains";
                        text: string;
                        from?: number;
                    } | {
                        /** @constant */
                        kind: "lacks";
                        text: string;
                        from?: number;
                    } | {
                        /** @constant */
                        kind: "matches";
                        pattern: string;
                        from?: number;
                    } | {
                        /** @constant */
                        kind: "length";
                        least?: number;
                        most?: number;
                        from?: number;
                    } | {
                        /** @constant */
                        kind: "route";
                        node: string;
                        exit: string;
                    } | {
                        /** @constant */
                        kind: "field";
                        var: string;
                        path?: string;
                        equals?: unknown;
                    } | {
                        /** @constant */
                        kind: "source";
                        title: string;
                    } | {
                        /** @constant */
                        kind: "state";
                        state: string;
                    } | {
                        /** @constant */
                        kind: "judge";
                        rubric: string;
                        /** @default default */
                        model?: string;
                        /** @default 7 */
                        pass?: number;
                    })[];
                    /** @default {} */
                    limits?: {
                        /** @default 100 */
                        items?: number;
                        /**
                         * @description By the prices of the models.
                         * @default null
                         */
                        cost?: number | null;
                        /**
                         * @description Read and written together.
                         * @default null
                         */
                        tokens?: number | null;
                        /**
                         * @description That conversations take together.
                         * @default 600
                         */
                        seconds?: number;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "version": null,
                     *       "answers": "model",
                     *       "status": "waiting",
                     *       "stoppedBy": null,
                     *       "limits": {
                     *         "items": 100,
                     *         "cost": null,
                     *         "tokens": null,
                     *         "seconds": 600
                     *       },
                     *       "total": 1,
                     *       "passed": 0,
                     *       "failed": 0,
                     *       "skipped": 0,
                     *       "tokens": 420,
                     *       "cost": 0.01,
                     *       "durationMs": 2100,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "startedAt": null,
                     *       "endedAt": null
                     *     }
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        /** @description Null: the draft as it was. */
                        version: number | null;
                        /** @enum {string} */
                        answers: "model" | "recorded";
                        /**
                         * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                         * @enum {string}
                         */
                        status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                        stoppedBy: ("cost" | "tokens" | "seconds") | null;
                        limits: {
                            items: number;
                            cost: number | null;
                            tokens: number | null;
                            seconds: number;
                        };
                        total: number;
                        passed: number;
                        failed: number;
                        skipped: number;
                        tokens: number;
                        cost: number;
                        durationMs: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        startedAt: string | null;
                        endedAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "version": null,
                     *         "answers": "model",
                     *         "status": "done",
                     *         "stoppedBy": null,
                     *         "limits": {
                     *           "items": 100,
                     *           "cost": null,
                     *           "tokens": null,
                     *           "seconds": 600
                     *         },
                     *         "total": 1,
                     *         "passed": 1,
                     *         "failed": 0,
                     *         "skipped": 0,
                     *         "tokens": 420,
                     *         "cost": 0.01,
                     *         "durationMs": 2100,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "startedAt": "2026-01-01T12:00:00.000Z",
                     *         "endedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        /** @description Null: the draft as it was. */
                        version: number | null;
                        /** @enum {string} */
                        answers: "model" | "recorded";
                        /**
                         * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                         * @enum {string}
                         */
                        status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                        stoppedBy: ("cost" | "tokens" | "seconds") | null;
                        limits: {
                            items: number;
                            cost: number | null;
                            tokens: number | null;
                            seconds: number;
                        };
                        total: number;
                        passed: number;
                        failed: number;
                        skipped: number;
                        tokens: number;
                        cost: number;
                        durationMs: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        startedAt: string | null;
                        endedAt: string | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                    /** @description Evaluation id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "version": null,
                     *       "answers": "model",
                     *       "status": "done",
                     *       "stoppedBy": null,
                     *       "limits": {
                     *         "items": 100,
                     *         "cost": null,
                     *         "tokens": null,
                     *         "seconds": 600
                     *       },
                     *       "total": 1,
                     *       "passed": 1,
                     *       "failed": 0,
                     *       "skipped": 0,
                     *       "tokens": 420,
                     *       "cost": 0.01,
                     *       "durationMs": 2100,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "startedAt": "2026-01-01T12:00:00.000Z",
                     *       "endedAt": "2026-01-01T12:00:00.000Z",
                     *       "items": [
                     *         {
                     *           "key": "01890a5d-ac96-774b-bcce-b302099a8060",
                     *           "title": "Opening hours",
                     *           "status": "passed",
                     *           "score": 9,
                     *           "problem": null,
                     *           "checks": [
                     *             {
                     *               "kind": "judge",
                     *               "ok": true,
                     *               "expected": "7: Says when the shop opens.",
                     *               "found": "9",
                     *               "score": 9,
                     *               "reason": "It names the hour."
                     *             }
                     *           ],
                     *           "lines": [
                     *             {
                     *               "from": "contact",
                     *               "text": "When do you open?",
                     *               "step": 1
                     *             },
                     *             {
                     *               "from": "flow",
                     *               "text": "At seven.",
                     *               "step": 1
                     *             }
                     *           ],
                     *           "refused": [],
                     *           "tokens": 420,
                     *           "cost": 0.01,
                     *           "durationMs": 2100
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        /** @description Null: the draft as it was. */
                        version: number | null;
                        /** @enum {string} */
                        answers: "model" | "recorded";
                        /**
                         * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                         * @enum {string}
                         */
                        status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                        stoppedBy: ("cost" | "tokens" | "seconds") | null;
                        limits: {
                            items: number;
                            cost: number | null;
                            tokens: number | null;
                            seconds: number;
                        };
                        total: number;
                        passed: number;
                        failed: number;
                        skipped: number;
                        tokens: number;
                        cost: number;
                        durationMs: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        startedAt: string | null;
                        endedAt: string | null;
                        items: {
                            /** @description The same for the same conversation in every evaluation: the id of its case, else its title. */
                            key: string;
                            title: string;
                            /** @enum {string} */
                            status: "waiting" | "passed" | "failed" | "skipped";
                            /** @description Of its judges, 0 to 10; null where there are none. */
                            score: number | null;
                            /** @description Why it could not be played. */
                            problem: string | null;
                            checks: {
                                kind: string;
                                ok: boolean;
                                expected: string;
                                found: string | null;
                                score: number | null;
                                reason: string | null;
                            }[];
                            lines: {
                                /** @enum {string} */
                                from: "contact" | "flow" | "person";
                                text: string;
                                step: number;
                            }[];
                            /** @description Calls that nothing answered: they were not made, and failed. `NODE` or `NODE:TOOL`. */
                            refused: string[];
                            tokens: number;
                            cost: number;
                            durationMs: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                 *       "withId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                    /** @description Evaluation id. */
                    id: string;
                    /** @description The evaluation before. */
                    withId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "before": {
                     *         "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "version": null,
                     *         "answers": "model",
                     *         "status": "done",
                     *         "stoppedBy": null,
                     *         "limits": {
                     *           "items": 100,
                     *           "cost": null,
                     *           "tokens": null,
                     *           "seconds": 600
                     *         },
                     *         "total": 1,
                     *         "passed": 1,
                     *         "failed": 0,
                     *         "skipped": 0,
                     *         "tokens": 420,
                     *         "cost": 0.01,
                     *         "durationMs": 2100,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "startedAt": "2026-01-01T12:00:00.000Z",
                     *         "endedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "after": {
                     *         "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *         "version": null,
                     *         "answers": "model",
                     *         "status": "done",
                     *         "stoppedBy": null,
                     *         "limits": {
                     *           "items": 100,
                     *           "cost": null,
                     *           "tokens": null,
                     *           "seconds": 600
                     *         },
                     *         "total": 1,
                     *         "passed": 1,
                     *         "failed": 0,
                     *         "skipped": 0,
                     *         "tokens": 420,
                     *         "cost": 0.01,
                     *         "durationMs": 2100,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "startedAt": "2026-01-01T12:00:00.000Z",
                     *         "endedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "items": [
                     *         {
                     *           "key": "01890a5d-ac96-774b-bcce-b302099a8060",
                     *           "change": "same",
                     *           "before": {
                     *             "key": "01890a5d-ac96-774b-bcce-b302099a8060",
                     *             "title": "Opening hours",
                     *             "status": "passed",
                     *             "score": 9,
                     *             "problem": null,
                     *             "checks": [
                     *               {
                     *                 "kind": "judge",
                     *                 "ok": true,
                     *                 "expected": "7: Says when the shop opens.",
                     *                 "found": "9",
                     *                 "score": 9,
                     *                 "reason": "It names the hour."
                     *               }
                     *             ],
                     *             "lines": [
                     *               {
                     *                 "from": "contact",
                     *                 "text": "When do you open?",
                     *                 "step": 1
                     *               },
                     *               {
                     *                 "from": "flow",
                     *                 "text": "At seven.",
                     *                 "step": 1
                     *               }
                     *             ],
                     *             "refused": [],
                     *             "tokens": 420,
                     *             "cost": 0.01,
                     *             "durationMs": 2100
                     *           },
                     *           "after": {
                     *             "key": "01890a5d-ac96-774b-bcce-b302099a8060",
                     *             "title": "Opening hours",
                     *             "status": "passed",
                     *             "score": 9,
                     *             "problem": null,
                     *             "checks": [
                     *               {
                     *                 "kind": "judge",
                     *                 "ok": true,
                     *                 "expected": "7: Says when the shop opens.",
                     *                 "found": "9",
                     *                 "score": 9,
                     *                 "reason": "It names the hour."
                     *               }
                     *             ],
                     *             "lines": [
                     *               {
                     *                 "from": "contact",
                     *                 "text": "When do you open?",
                     *                 "step": 1
                     *               },
                     *               {
                     *                 "from": "flow",
                     *                 "text": "At seven.",
                     *                 "step": 1
                     *               }
                     *             ],
                     *             "refused": [],
                     *             "tokens": 420,
                     *             "cost": 0.01,
                     *             "durationMs": 2100
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        before: {
                            id: string;
                            flowId: string;
                            /** @description Null: the draft as it was. */
                            version: number | null;
                            /** @enum {string} */
                            answers: "model" | "recorded";
                            /**
                             * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                             * @enum {string}
                             */
                            status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                            stoppedBy: ("cost" | "tokens" | "seconds") | null;
                            limits: {
                                items: number;
                                cost: number | null;
                                tokens: number | null;
                                seconds: number;
                            };
                            total: number;
                            passed: number;
                            failed: number;
                            skipped: number;
                            tokens: number;
                            cost: number;
                            durationMs: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            startedAt: string | null;
                            endedAt: string | null;
                        };
                        after: {
                            id: string;
                            flowId: string;
                            /** @description Null: the draft as it was. */
                            version: number | null;
                            /** @enum {string} */
                            answers: "model" | "recorded";
                            /**
                             * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                             * @enum {string}
                             */
                            status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                            stoppedBy: ("cost" | "tokens" | "seconds") | null;
                            limits: {
                                items: number;
                                cost: number | null;
                                tokens: number | null;
                                seconds: number;
                            };
                            total: number;
                            passed: number;
                            failed: number;
                            skipped: number;
                            tokens: number;
                            cost: number;
                            durationMs: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            startedAt: string | null;
                            endedAt: string | null;
                        };
                        items: {
                            key: string;
                            /** @enum {string} */
                            change: "better" | "worse" | "same" | "new" | "gone";
                            before: {
                                /** @description The same for the same conversation in every evaluation: the id of its case, else its title. */
                                key: string;
                                title: string;
                                /** @enum {string} */
                                status: "waiting" | "passed" | "failed" | "skipped";
                                /** @description Of its judges, 0 to 10; null where there are none. */
                                score: number | null;
                                /** @description Why it could not be played. */
                                problem: string | null;
                                checks: {
                                    kind: string;
                                    ok: boolean;
                                    expected: string;
                                    found: string | null;
                                    score: number | null;
                                    reason: string | null;
                                }[];
                                lines: {
                                    /** @enum {string} */
                                    from: "contact" | "flow" | "person";
                                    text: string;
                                    step: number;
                                }[];
                                /** @description Calls that nothing answered: they were not made, and failed. `NODE` or `NODE:TOOL`. */
                                refused: string[];
                                tokens: number;
                                cost: number;
                                durationMs: number;
                            } | null;
                            after: {
                                /** @description The same for the same conversation in every evaluation: the id of its case, else its title. */
                                key: string;
                                title: string;
                                /** @enum {string} */
                                status: "waiting" | "passed" | "failed" | "skipped";
                                /** @description Of its judges, 0 to 10; null where there are none. */
                                score: number | null;
                                /** @description Why it could not be played. */
                                problem: string | null;
                                checks: {
                                    kind: string;
                                    ok: boolean;
                                    expected: string;
                                    found: string | null;
                                    score: number | null;
                                    reason: string | null;
                                }[];
                                lines: {
                                    /** @enum {string} */
                                    from: "contact" | "flow" | "person";
                                    text: string;
                                    step: number;
                                }[];
                                /** @description Calls that nothing answered: they were not made, and failed. `NODE` or `NODE:TOOL`. */
                                refused: string[];
                                tokens: number;
                                cost: number;
                                durationMs: number;
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                    /** @description Evaluation id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8059",
                     *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "version": null,
                     *       "answers": "model",
                     *       "status": "cancelled",
                     *       "stoppedBy": null,
                     *       "limits": {
                     *         "items": 100,
                     *         "cost": null,
                     *         "tokens": null,
                     *         "seconds": 600
                     *       },
                     *       "total": 1,
                     *       "passed": 1,
                     *       "failed": 0,
                     *       "skipped": 0,
                     *       "tokens": 420,
                     *       "cost": 0.01,
                     *       "durationMs": 2100,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "startedAt": "2026-01-01T12:00:00.000Z",
                     *       "endedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        flowId: string;
                        /** @description Null: the draft as it was. */
                        version: number | null;
                        /** @enum {string} */
                        answers: "model" | "recorded";
                        /**
                         * @description `stopped`: a limit was reached. `failed`: its process died over it again and again.
                         * @enum {string}
                         */
                        status: "waiting" | "running" | "done" | "stopped" | "cancelled" | "failed";
                        stoppedBy: ("cost" | "tokens" | "seconds") | null;
                        limits: {
                            items: number;
                            cost: number | null;
                            tokens: number | null;
                            seconds: number;
                        };
                        total: number;
                        passed: number;
                        failed: number;
                        skipped: number;
                        tokens: number;
                        cost: number;
                        durationMs: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        startedAt: string | null;
                        endedAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "evaluations.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /** @description Flow id. */
                    flowId: string;
                    /** @description Evaluation id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.pairingLinks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "minutes": 30
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /**
                     * @description How long it lives.
                     * @default 30
                     */
                    minutes?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "createdBy": "Ada",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "expiresAt": "2026-01-01T12:00:00.000Z",
                     *       "openedAt": null,
                     *       "path": "/pair#SHOWN_ONCE"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        clientId: string;
                        /** @description Name of who made it, as the page shows it. */
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        expiresAt: string;
                        /** @description When a browser took it; null while none has it open. */
                        openedAt: string | null;
                        /** @description Put the address of the service before it. It is shown this once and cannot be recovered; whoever has it first may use it. */
                        path: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.pairingLinks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "createdBy": "Ada",
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "expiresAt": "2026-01-01T12:00:00.000Z",
                     *         "openedAt": null
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        clientId: string;
                        /** @description Name of who made it, as the page shows it. */
                        createdBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        expiresAt: string;
                        /** @description When a browser took it; null while none has it open. */
                        openedAt: string | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.pairingLinks.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /** @description Client id. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "phoneNumber": "+447700900001",
                     *       "name": "Corner shop",
                     *       "lastActivityAt": "2026-01-01T12:00:00.000Z",
                     *       "humanHandoffDurationSec": 1800,
                     *       "mainMenuFlowId": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "workerDesiredState": "running",
                     *       "workerStateUpdatedAt": "2026-01-01T12:00:00.000Z",
                     *       "sendRatePerSecond": 1,
                     *       "sendBurst": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.updateMainMenuFlow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "mainMenuFlowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    mainMenuFlowId: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "phoneNumber": "+447700900001",
                     *       "name": "Corner shop",
                     *       "lastActivityAt": "2026-01-01T12:00:00.000Z",
                     *       "humanHandoffDurationSec": 1800,
                     *       "mainMenuFlowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "workerDesiredState": "running",
                     *       "workerStateUpdatedAt": "2026-01-01T12:00:00.000Z",
                     *       "sendRatePerSecond": 1,
                     *       "sendBurst": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.setContactFlag": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "contactJid": "+447700900123",
                 *       "flag": "favourite",
                 *       "value": true
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    contactJid: string;
                    /** @enum {string} */
                    flag: "blacklist" | "favourite";
                    value: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "cancelledRunIds": []
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                        cancelledRunIds: string[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Part of the name or the number, whatever its case, its accents and its spaces. */
                    search?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "phoneNumber": "+447700900001",
                     *         "name": "Corner shop",
                     *         "lastActivityAt": "2026-01-01T12:00:00.000Z",
                     *         "humanHandoffDurationSec": 1800,
                     *         "mainMenuFlowId": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z",
                     *         "workerDesiredState": "running",
                     *         "workerStateUpdatedAt": "2026-01-01T12:00:00.000Z",
                     *         "sendRatePerSecond": 1,
                     *         "sendBurst": 5
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Client"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Corner shop"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    humanHandoffDurationSec?: number;
                    sendRatePerSecond?: number;
                    sendBurst?: number;
                    /**
                     * @description Which network it will live on; fixed from then on.
                     * @enum {string}
                     */
                    network?: "whatsapp" | "sandbox";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "phoneNumber": null,
                     *       "name": "Corner shop",
                     *       "lastActivityAt": null,
                     *       "humanHandoffDurationSec": 1800,
                     *       "mainMenuFlowId": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "workerDesiredState": "stopped",
                     *       "workerStateUpdatedAt": "2026-01-01T12:00:00.000Z",
                     *       "sendRatePerSecond": 1,
                     *       "sendBurst": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "name": "Corner shop"
                 *     }
                 */
                "application/json": {
                    id: string;
                    name?: string;
                    humanHandoffDurationSec?: number;
                    sendRatePerSecond?: number;
                    sendBurst?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "phoneNumber": "+447700900001",
                     *       "name": "Corner shop",
                     *       "lastActivityAt": "2026-01-01T12:00:00.000Z",
                     *       "humanHandoffDurationSec": 1800,
                     *       "mainMenuFlowId": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "workerDesiredState": "running",
                     *       "workerStateUpdatedAt": "2026-01-01T12:00:00.000Z",
                     *       "sendRatePerSecond": 1,
                     *       "sendBurst": 5
                     *     }
                     */
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "12",
                     *         "status": "connected",
                     *         "code": "CONNECTED",
                     *         "message": "The client is connected.",
                     *         "action": null,
                     *         "detail": null,
                     *         "cause": null,
                     *         "rawCode": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ClientStateChange"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.exportSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "passphrase": "a long sentence of your own"
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description At least 12 characters. It is not kept: without it nobody can read the file. */
                    passphrase: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "file": "QUFBQQ==",
                     *       "fileName": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f.parley-session",
                     *       "message": "The session is in the file, and the client is stopped."
                     *     }
                     */
                    "application/json": {
                        /** @description The encrypted file, in base64. */
                        file: string;
                        fileName: string;
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.importSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "file": "QUFBQQ==",
                 *       "passphrase": "a long sentence of your own"
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description `file` of clients.exportSession. */
                    file: string;
                    /** @description The one it was exported with. */
                    passphrase: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumber": "+447700900001",
                     *       "message": "The client has the session."
                     *     }
                     */
                    "application/json": {
                        /** @description The account, `+E.164`. */
                        phoneNumber: string | null;
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.importBaileysSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "file": "UEsDBA=="
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @description The zip or the JSON, in base64. It may unpack to 64 MiB. */
                    file: string;
                    /** @description The one to import, when there are several: the name of its folder or its id in the rows. */
                    session?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumber": "+447700900001",
                     *       "source": "baileys",
                     *       "keys": 1043,
                     *       "skippedKeys": 0,
                     *       "message": "The session waits for its first login."
                     *     }
                     */
                    "application/json": {
                        /** @description The account, `+E.164`. */
                        phoneNumber: string | null;
                        /**
                         * @description Who laid the session out.
                         * @enum {string}
                         */
                        source: "baileys" | "evolution" | "waha";
                        /** @description How many keys came along. */
                        keys: number;
                        /** @description Keys that could not be read and were left out; they are exchanged anew with these contacts. */
                        skippedKeys: number;
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.reclaimSession": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "The client has its session back."
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.getProxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "own": null,
                     *       "usesPool": true
                     *     }
                     */
                    "application/json": {
                        /** @description The client’s own proxy; it goes before the pool. */
                        own: {
                            /** @enum {string} */
                            protocol: "http" | "https" | "socks5";
                            host: string;
                            port: string;
                            user: string;
                            /** @enum {string} */
                            state: "untried" | "working" | "failed";
                            /** @description What it did wrong, since it last worked. */
                            problem: string | null;
                            /** @description Of `problem`, as a code with what varies. */
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        } | null;
                        /** @description Whether the client goes through a proxy of the pool. */
                        usesPool: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "clients.setProxy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "proxy": null
                 *     }
                 */
                "application/json": {
                    id: string;
                    proxy: {
                        host: string;
                        port: string | number;
                        /** @default  */
                        user?: string;
                        /** @default  */
                        password?: string;
                        /**
                         * @default http
                         * @enum {string}
                         */
                        protocol?: "http" | "https" | "socks5";
                    } | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "own": null,
                     *       "usesPool": true
                     *     }
                     */
                    "application/json": {
                        /** @description The client’s own proxy; it goes before the pool. */
                        own: {
                            /** @enum {string} */
                            protocol: "http" | "https" | "socks5";
                            host: string;
                            port: string;
                            user: string;
                            /** @enum {string} */
                            state: "untried" | "working" | "failed";
                            /** @description What it did wrong, since it last worked. */
                            problem: string | null;
                            /** @description Of `problem`, as a code with what varies. */
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        } | null;
                        /** @description Whether the client goes through a proxy of the pool. */
                        usesPool: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "proxy.seed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "proxies": [
                 *         {
                 *           "host": "proxy.example.com",
                 *           "port": "8080",
                 *           "user": "u",
                 *           "password": "p"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    proxies: {
                        host: string;
                        port: string | number;
                        /** @default  */
                        user?: string;
                        /** @default  */
                        password?: string;
                        /**
                         * @default http
                         * @enum {string}
                         */
                        protocol?: "http" | "https" | "socks5";
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "seeded": 1,
                     *       "rejected": [],
                     *       "workers": {
                     *         "stopped": [
                     *           "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *         ],
                     *         "restarted": [
                     *           "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *         ],
                     *         "failed": []
                     *       },
                     *       "stats": [
                     *         {
                     *           "proxyId": "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e",
                     *           "clientCount": 1
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        seeded: number;
                        rejected: {
                            index: number;
                            host: string;
                            port: string;
                            reason: string;
                            /** @description The same as a code with what varies. */
                            failure: {
                                code: string;
                                params: {
                                    [key: string]: unknown;
                                };
                            } | null;
                        }[];
                        workers: {
                            stopped: string[];
                            restarted: string[];
                            failed: {
                                clientId: string;
                                error: string;
                                /** @description The same as a code with what varies. */
                                failure: {
                                    code: string;
                                    params: {
                                        [key: string]: unknown;
                                    };
                                } | null;
                            }[];
                        };
                        stats: {
                            proxyId: string;
                            clientCount: number;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "proxies.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e",
                     *         "protocol": "http",
                     *         "host": "proxy.example.com",
                     *         "port": "8080",
                     *         "user": "u",
                     *         "state": "working",
                     *         "problem": null,
                     *         "failure": null,
                     *         "hasPassword": true,
                     *         "fault": null,
                     *         "clientCount": 1,
                     *         "failedAt": null,
                     *         "workedAt": "2026-01-01T12:00:00.000Z",
                     *         "mediaWorkedAt": "2026-01-01T12:00:00.000Z",
                     *         "checkedAt": "2026-01-01T12:00:00.000Z",
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        /** @enum {string} */
                        protocol: "http" | "https" | "socks5";
                        host: string;
                        port: string;
                        user: string;
                        /** @enum {string} */
                        state: "untried" | "working" | "failed";
                        /** @description What it did wrong, since it last worked. */
                        problem: string | null;
                        /** @description Of `problem`, as a code with what varies. */
                        failure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        hasPassword: boolean;
                        /** @description unreachable, no_route, refuses_credentials, refuses_target, no_answer, no_proxy, target_unreachable or media. */
                        fault: string | null;
                        clientCount: number;
                        failedAt: string | null;
                        workedAt: string | null;
                        /** @description When a file last went through and came back. */
                        mediaWorkedAt: string | null;
                        checkedAt: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "proxies.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e",
                     *       "works": true,
                     *       "latencyMs": 84,
                     *       "media": "passed",
                     *       "fault": null,
                     *       "problem": null,
                     *       "failure": null
                     *     }
                     */
                    "application/json": {
                        id: string;
                        works: boolean;
                        latencyMs: number;
                        /** @enum {string} */
                        media: "passed" | "failed" | "not_tried";
                        fault: string | null;
                        problem: string | null;
                        /** @description Of `problem`, as a code with what varies. */
                        failure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "proxies.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                    /** @default false */
                    allowDirect?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "removed": [
                     *         "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e"
                     *       ],
                     *       "workers": {
                     *         "stopped": [],
                     *         "restarted": [],
                     *         "failed": []
                     *       }
                     *     }
                     */
                    "application/json": {
                        removed: string[];
                        workers: {
                            stopped: string[];
                            restarted: string[];
                            failed: {
                                clientId: string;
                                error: string;
                                /** @description The same as a code with what varies. */
                                failure: {
                                    code: string;
                                    params: {
                                        [key: string]: unknown;
                                    };
                                } | null;
                            }[];
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "name": "Flower shop",
                     *         "plan": "pro",
                     *         "role": "owner",
                     *         "clientIds": null,
                     *         "members": 2,
                     *         "isActive": true
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * @description Its tier: limits of calls, documents and tables.
                         * @enum {string}
                         */
                        plan: "free" | "pro";
                        /**
                         * @description What the caller is in it.
                         * @enum {string}
                         */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description How many people are in it. */
                        members: number;
                        /** @description Whether this call works in it. */
                        isActive: boolean;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "name": "Flower shop",
                     *       "plan": "pro",
                     *       "role": "owner",
                     *       "clientIds": null,
                     *       "members": 2,
                     *       "isActive": true
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * @description Its tier: limits of calls, documents and tables.
                         * @enum {string}
                         */
                        plan: "free" | "pro";
                        /**
                         * @description What the caller is in it.
                         * @enum {string}
                         */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description How many people are in it. */
                        members: number;
                        /** @description Whether this call works in it. */
                        isActive: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Flower shop"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "name": "Flower shop",
                     *       "plan": "pro",
                     *       "role": "owner",
                     *       "clientIds": null,
                     *       "members": 2,
                     *       "isActive": true
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * @description Its tier: limits of calls, documents and tables.
                         * @enum {string}
                         */
                        plan: "free" | "pro";
                        /**
                         * @description What the caller is in it.
                         * @enum {string}
                         */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description How many people are in it. */
                        members: number;
                        /** @description Whether this call works in it. */
                        isActive: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Second shop"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "name": "Second shop",
                     *       "plan": "pro",
                     *       "role": "owner",
                     *       "clientIds": null,
                     *       "members": 2,
                     *       "isActive": true
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * @description Its tier: limits of calls, documents and tables.
                         * @enum {string}
                         */
                        plan: "free" | "pro";
                        /**
                         * @description What the caller is in it.
                         * @enum {string}
                         */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description How many people are in it. */
                        members: number;
                        /** @description Whether this call works in it. */
                        isActive: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.enter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "token": "SHOWN_ONCE"
                 *     }
                 */
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "name": "Flower shop",
                     *       "plan": "pro",
                     *       "role": "agent",
                     *       "clientIds": [
                     *         "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *       ],
                     *       "members": 2,
                     *       "isActive": true
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        /**
                         * @description Its tier: limits of calls, documents and tables.
                         * @enum {string}
                         */
                        plan: "free" | "pro";
                        /**
                         * @description What the caller is in it.
                         * @enum {string}
                         */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description How many people are in it. */
                        members: number;
                        /** @description Whether this call works in it. */
                        isActive: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Old shop"
                 *     }
                 */
                "application/json": {
                    /** @description The name of the workspace, as it is now. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.members.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "name": "Ben",
                     *         "email": "ben@example.org",
                     *         "role": "owner",
                     *         "clientIds": null,
                     *         "since": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       {
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "name": "Ben",
                     *         "email": "ben@example.org",
                     *         "role": "agent",
                     *         "clientIds": [
                     *           "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *         ],
                     *         "since": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        userId: string;
                        name: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        since: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.members.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                 *       "role": "agent",
                 *       "clientIds": [
                 *         "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *       ]
                 *     }
                 */
                "application/json": {
                    userId: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "agent" | "viewer";
                    /** @description Of an agent the only clients they see. Null or left out: all of the workspace. */
                    clientIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "name": "Ben",
                     *       "email": "ben@example.org",
                     *       "role": "agent",
                     *       "clientIds": [
                     *         "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *       ],
                     *       "since": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        userId: string;
                        name: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        since: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.members.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c"
                 *     }
                 */
                "application/json": {
                    userId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.members.leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.invitations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "email": "ben@example.org",
                     *         "role": "agent",
                     *         "clientIds": [
                     *           "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *         ],
                     *         "invitedBy": "Ana",
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "expiresAt": "2026-01-08T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description Name of who made it. */
                        invitedBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description From then on the link opens nothing.
                         */
                        expiresAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.invitations.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ben@example.org",
                 *       "role": "agent",
                 *       "clientIds": [
                 *         "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "admin" | "agent" | "viewer";
                    /** @description Of an agent the only clients they see. Null or left out: all of the workspace. */
                    clientIds?: string[] | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "email": "ben@example.org",
                     *       "role": "agent",
                     *       "clientIds": [
                     *         "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                     *       ],
                     *       "invitedBy": "Ana",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "expiresAt": "2026-01-08T12:00:00.000Z",
                     *       "path": "/invitation#SHOWN_ONCE"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "owner" | "admin" | "agent" | "viewer";
                        /** @description The only clients an agent sees; null: all of the workspace. */
                        clientIds: string[] | null;
                        /** @description Name of who made it. */
                        invitedBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description From then on the link opens nothing.
                         */
                        expiresAt: string;
                        /** @description What to open at the address of this service. It is shown this once. */
                        path: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "workspaces.invitations.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "keys.current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "scopes": null,
                     *       "clientIds": null,
                     *       "operations": [
                     *         "server.ping",
                     *         "chat.sendMessage"
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description What it may do; null: all its owner may. */
                        scopes: string[] | null;
                        /** @description The only clients it works on; null: all of its owner. */
                        clientIds: string[] | null;
                        /** @description Every operation that it may call, such as chat.sendMessage. */
                        operations: string[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "keys.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "d4e6f80a-3b5c-4e7f-8a91-1c2d3e4f5a6b",
                     *         "name": "My system",
                     *         "prefix": "parley_",
                     *         "lastFour": "wxyz",
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "lastUsedAt": "2026-01-01T12:00:00.000Z",
                     *         "revokedAt": null,
                     *         "expiresAt": null,
                     *         "scopes": null,
                     *         "clientIds": null,
                     *         "usedThisHour": 12,
                     *         "limit": 1000,
                     *         "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "userName": "Ana"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "keys.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "My system"
                 *     }
                 */
                "application/json": {
                    /** @description What the key is for. */
                    name: string;
                    /** @description What it may do; each operation names its scope. Null or left out: all its owner may. */
                    scopes?: ("chat:read" | "chat:write" | "contacts:read" | "contacts:write" | "clients:read" | "clients:write" | "session:write" | "worker:read" | "worker:write" | "flows:read" | "flows:write" | "runs:read" | "runs:write" | "events:read" | "webhooks:read" | "webhooks:write" | "secrets:read" | "secrets:write" | "secrets:use" | "knowledge:read" | "knowledge:write" | "proxies:read" | "proxies:write" | "users:read" | "keys:read" | "audit:read")[] | null;
                    /** @description The only clients it works on. Null or left out: all of its owner. */
                    clientIds?: string[] | null;
                    /** @description From then on it is refused. Null or left out: never. */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d4e6f80a-3b5c-4e7f-8a91-1c2d3e4f5a6b",
                     *       "name": "My system",
                     *       "prefix": "parley_",
                     *       "lastFour": "wxyz",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "lastUsedAt": null,
                     *       "revokedAt": null,
                     *       "expiresAt": null,
                     *       "scopes": null,
                     *       "clientIds": null,
                     *       "usedThisHour": 0,
                     *       "limit": 1000,
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "userName": "Ana",
                     *       "key": "parley_SHOWN_ONCE"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        name: string;
                        prefix: string;
                        lastFour: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        lastUsedAt: string | null;
                        revokedAt: string | null;
                        /** @description From then on it is refused; null: never. */
                        expiresAt: string | null;
                        /** @description What it may do; null: all its owner may. */
                        scopes: string[] | null;
                        /** @description The only clients it works on; null: all of its owner. */
                        clientIds: string[] | null;
                        /** @description Calls counted in the present hour (UTC clock). */
                        usedThisHour: number;
                        /** @description Calls an hour of the owner’s tier. */
                        limit: number;
                        /** @description Whose key it is. */
                        userId: string;
                        userName: string;
                        key: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "keys.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "d4e6f80a-3b5c-4e7f-8a91-1c2d3e4f5a6b"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "d4e6f80a-3b5c-4e7f-8a91-1c2d3e4f5a6b",
                     *       "name": "My system",
                     *       "prefix": "parley_",
                     *       "lastFour": "wxyz",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "lastUsedAt": "2026-01-01T12:00:00.000Z",
                     *       "revokedAt": "2026-01-01T12:00:00.000Z",
                     *       "expiresAt": null,
                     *       "scopes": null,
                     *       "clientIds": null,
                     *       "usedThisHour": 12,
                     *       "limit": 1000,
                     *       "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "userName": "Ana"
                     *     }
                     */
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "shop",
                     *         "hosts": [
                     *           "api.example.com"
                     *         ],
                     *         "flows": [
                     *           {
                     *             "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *             "name": "Order status"
                     *           }
                     *         ],
                     *         "connection": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        /** @description Where calls may take it; null: anywhere, of one that was stored before hosts were asked for. */
                        hosts: string[] | null;
                        /** @description Published flows that name it, by their names; null for a key that may not read flows. */
                        flows: {
                            id: string;
                            name: string;
                        }[] | null;
                        /** @description Where its value is a token that the service renews; else null. */
                        connection: {
                            /** @enum {string} */
                            kind: "oauth2_client" | "oauth2_code" | "google_service_account" | "smtp";
                            /**
                             * @description `not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.
                             * @enum {string}
                             */
                            state: "not_connected" | "connected" | "failing" | "refused" | "ended";
                            /** @description The code that the other system gave for it, such as invalid_client. */
                            error: string | null;
                            /** @description The client id, or the address of the service account. */
                            account: string;
                            /** @description The host that gives out the tokens. */
                            server: string;
                            scope: string | null;
                            /** @description When the last token was had. */
                            renewedAt: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its value or its hosts were set last.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop",
                 *       "value": "sesame",
                 *       "hosts": [
                 *         "api.example.com"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description As flows name it: {{ secrets.NAME }}. */
                    name: string;
                    /** @description Left out, the stored value stays; only for signed-in people, and with `hosts`. */
                    value?: string;
                    /** @description Where calls may take it, such as api.example.com or *.example.com. Needed for a new secret; a new value keeps those there are. */
                    hosts?: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "shop",
                     *       "hosts": [
                     *         "api.example.com"
                     *       ],
                     *       "flows": [
                     *         {
                     *           "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                     *           "name": "Order status"
                     *         }
                     *       ],
                     *       "connection": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @description Where calls may take it; null: anywhere, of one that was stored before hosts were asked for. */
                        hosts: string[] | null;
                        /** @description Published flows that name it, by their names; null for a key that may not read flows. */
                        flows: {
                            id: string;
                            name: string;
                        }[] | null;
                        /** @description Where its value is a token that the service renews; else null. */
                        connection: {
                            /** @enum {string} */
                            kind: "oauth2_client" | "oauth2_code" | "google_service_account" | "smtp";
                            /**
                             * @description `not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.
                             * @enum {string}
                             */
                            state: "not_connected" | "connected" | "failing" | "refused" | "ended";
                            /** @description The code that the other system gave for it, such as invalid_client. */
                            error: string | null;
                            /** @description The client id, or the address of the service account. */
                            account: string;
                            /** @description The host that gives out the tokens. */
                            server: string;
                            scope: string | null;
                            /** @description When the last token was had. */
                            renewedAt: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its value or its hosts were set last.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "shop"
                 *     }
                 */
                "application/json": {
                    /** @description As flows name it: {{ secrets.NAME }}. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.connections.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm",
                 *       "hosts": [
                 *         "api.crm.example.com"
                 *       ],
                 *       "settings": {
                 *         "kind": "oauth2_code",
                 *         "authorizeUrl": "https://login.crm.example.com/authorize",
                 *         "tokenUrl": "https://login.crm.example.com/token",
                 *         "clientId": "parley",
                 *         "clientSecret": "sesame",
                 *         "scope": "contacts.write"
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description As flows name it: {{ secrets.NAME }}. */
                    name: string;
                    /** @description Where calls may take the tokens. Needed for a new one; settings given again keep those there are. A mail server has its own. */
                    hosts?: string[];
                    settings: {
                        /** @constant */
                        kind: "oauth2_client";
                        /**
                         * Format: uri
                         * @description Where tokens are given out.
                         */
                        tokenUrl: string;
                        clientId: string;
                        /** @description What is asked for, with spaces between. */
                        scope?: string;
                        /**
                         * @description How client id and secret are sent: in the header Authorization, or as fields of the body.
                         * @default basic
                         * @enum {string}
                         */
                        clientAuth?: "basic" | "body";
                        /** @description Further fields of requests for tokens, such as audience. */
                        tokenParams?: {
                            [key: string]: string;
                        };
                        clientSecret: string;
                    } | {
                        /** @constant */
                        kind: "oauth2_code";
                        /**
                         * Format: uri
                         * @description Where people are asked whether they agree.
                         */
                        authorizeUrl: string;
                        /**
                         * Format: uri
                         * @description Where tokens are given out.
                         */
                        tokenUrl: string;
                        clientId: string;
                        /** @description What is asked for, with spaces between. */
                        scope?: string;
                        /**
                         * @description How client id and secret are sent: in the header Authorization, or as fields of the body.
                         * @default basic
                         * @enum {string}
                         */
                        clientAuth?: "basic" | "body";
                        /** @description Further fields of requests for tokens, such as audience. */
                        tokenParams?: {
                            [key: string]: string;
                        };
                        /** @description Left out for a public client. */
                        clientSecret?: string;
                        /** @description Further fields of the address where people agree, such as access_type. */
                        authorizeParams?: {
                            [key: string]: string;
                        };
                    } | {
                        /** @constant */
                        kind: "google_service_account";
                        /** @description The JSON key file as Google gave it out. */
                        keyFile: string;
                        scope: string;
                        /**
                         * Format: email
                         * @description Whom it acts for, where its domain lets it.
                         */
                        subject?: string;
                    } | {
                        /** @constant */
                        kind: "smtp";
                        host: string;
                        /** @default 587 */
                        port?: number;
                        /**
                         * @description `tls` from the first byte (port 465), `starttls` demanded (587), or `none`, to servers an operator has listed.
                         * @default starttls
                         * @enum {string}
                         */
                        security?: "tls" | "starttls" | "none";
                        user?: string;
                        password?: string;
                        /**
                         * Format: email
                         * @description Whom e-mails come from.
                         */
                        from: string;
                        fromName?: string;
                        /**
                         * @description How many e-mails flows of one client may send on a day, in UTC.
                         * @default 200
                         */
                        perDay?: number;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "crm",
                     *       "hosts": [
                     *         "api.crm.example.com"
                     *       ],
                     *       "flows": [],
                     *       "connection": {
                     *         "kind": "oauth2_code",
                     *         "state": "connected",
                     *         "error": null,
                     *         "account": "parley",
                     *         "server": "login.crm.example.com",
                     *         "scope": "contacts.write",
                     *         "renewedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @description Where calls may take it; null: anywhere, of one that was stored before hosts were asked for. */
                        hosts: string[] | null;
                        /** @description Published flows that name it, by their names; null for a key that may not read flows. */
                        flows: {
                            id: string;
                            name: string;
                        }[] | null;
                        /** @description Where its value is a token that the service renews; else null. */
                        connection: {
                            /** @enum {string} */
                            kind: "oauth2_client" | "oauth2_code" | "google_service_account" | "smtp";
                            /**
                             * @description `not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.
                             * @enum {string}
                             */
                            state: "not_connected" | "connected" | "failing" | "refused" | "ended";
                            /** @description The code that the other system gave for it, such as invalid_client. */
                            error: string | null;
                            /** @description The client id, or the address of the service account. */
                            account: string;
                            /** @description The host that gives out the tokens. */
                            server: string;
                            scope: string | null;
                            /** @description When the last token was had. */
                            renewedAt: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its value or its hosts were set last.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.connections.redirectUri": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "redirectUri": "https://parley.example.com/connections/callback"
                     *     }
                     */
                    "application/json": {
                        redirectUri: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.connections.begin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm"
                 *     }
                 */
                "application/json": {
                    /** @description As flows name it: {{ secrets.NAME }}. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "url": "https://login.crm.example.com/authorize?response_type=code&client_id=parley"
                     *     }
                     */
                    "application/json": {
                        url: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.connections.finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "state": "kW2cT0pX",
                 *       "code": "SplxlOBeZQQYbYS6WxSbIA"
                 *     }
                 */
                "application/json": {
                    state: string;
                    code?: string;
                    error?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "crm",
                     *       "hosts": [
                     *         "api.crm.example.com"
                     *       ],
                     *       "flows": [],
                     *       "connection": {
                     *         "kind": "oauth2_code",
                     *         "state": "connected",
                     *         "error": null,
                     *         "account": "parley",
                     *         "server": "login.crm.example.com",
                     *         "scope": "contacts.write",
                     *         "renewedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @description Where calls may take it; null: anywhere, of one that was stored before hosts were asked for. */
                        hosts: string[] | null;
                        /** @description Published flows that name it, by their names; null for a key that may not read flows. */
                        flows: {
                            id: string;
                            name: string;
                        }[] | null;
                        /** @description Where its value is a token that the service renews; else null. */
                        connection: {
                            /** @enum {string} */
                            kind: "oauth2_client" | "oauth2_code" | "google_service_account" | "smtp";
                            /**
                             * @description `not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.
                             * @enum {string}
                             */
                            state: "not_connected" | "connected" | "failing" | "refused" | "ended";
                            /** @description The code that the other system gave for it, such as invalid_client. */
                            error: string | null;
                            /** @description The client id, or the address of the service account. */
                            account: string;
                            /** @description The host that gives out the tokens. */
                            server: string;
                            scope: string | null;
                            /** @description When the last token was had. */
                            renewedAt: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its value or its hosts were set last.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "secrets.connections.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "crm"
                 *     }
                 */
                "application/json": {
                    /** @description As flows name it: {{ secrets.NAME }}. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "crm",
                     *       "hosts": [
                     *         "api.crm.example.com"
                     *       ],
                     *       "flows": [],
                     *       "connection": {
                     *         "kind": "oauth2_code",
                     *         "state": "connected",
                     *         "error": null,
                     *         "account": "parley",
                     *         "server": "login.crm.example.com",
                     *         "scope": "contacts.write",
                     *         "renewedAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @description Where calls may take it; null: anywhere, of one that was stored before hosts were asked for. */
                        hosts: string[] | null;
                        /** @description Published flows that name it, by their names; null for a key that may not read flows. */
                        flows: {
                            id: string;
                            name: string;
                        }[] | null;
                        /** @description Where its value is a token that the service renews; else null. */
                        connection: {
                            /** @enum {string} */
                            kind: "oauth2_client" | "oauth2_code" | "google_service_account" | "smtp";
                            /**
                             * @description `not_connected`: nobody has agreed yet. `failing`: the last attempt at a token failed, and it is tried again. `refused`: the credentials were refused. `ended`: somebody has to connect it again.
                             * @enum {string}
                             */
                            state: "not_connected" | "connected" | "failing" | "refused" | "ended";
                            /** @description The code that the other system gave for it, such as invalid_client. */
                            error: string | null;
                            /** @description The client id, or the address of the service account. */
                            account: string;
                            /** @description The host that gives out the tokens. */
                            server: string;
                            scope: string | null;
                            /** @description When the last token was had. */
                            renewedAt: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description When its value or its hosts were set last.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "models.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "default",
                     *         "kind": "chat",
                     *         "provider": "openai-compatible",
                     *         "baseUrl": "https://models.example.com/v1",
                     *         "modelId": "qwen3-8b",
                     *         "dimensions": null,
                     *         "secret": "models",
                     *         "isKeyMissing": false,
                     *         "inputPrice": null,
                     *         "outputPrice": null,
                     *         "limits": {
                     *           "run": {
                     *             "calls": 50,
                     *             "tokens": 100000
                     *           },
                     *           "contact": {
                     *             "calls": 200,
                     *             "tokens": 400000
                     *           },
                     *           "day": {
                     *             "calls": 5000,
                     *             "tokens": 5000000
                     *           }
                     *         },
                     *         "used": {
                     *           "calls": 12,
                     *           "tokens": 8400,
                     *           "seconds": 31,
                     *           "cost": 0
                     *         },
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        kind: "chat" | "embedding";
                        /** @enum {string} */
                        provider: "openai-compatible" | "openai" | "anthropic" | "google";
                        baseUrl: string;
                        modelId: string;
                        dimensions: number | null;
                        secret: string | null;
                        /** @description Its secret is not there, or may not go to its server: it cannot be asked. */
                        isKeyMissing: boolean;
                        inputPrice: number | null;
                        outputPrice: number | null;
                        limits: {
                            /** @description Of one run of a flow. */
                            run?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Of one contact in 24 hours. */
                            contact?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Of everybody together in 24 hours. */
                            day?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Questions under way at the same time, in each process of the service; others wait. Left out or null: 100. */
                            atOnce?: number | null;
                        };
                        /** @description Within the last 24 hours. */
                        used: {
                            calls: number;
                            tokens: number;
                            seconds: number;
                            cost: number;
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "models.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "default",
                 *       "provider": "openai-compatible",
                 *       "baseUrl": "https://models.example.com/v1",
                 *       "modelId": "qwen3-8b",
                 *       "secret": "models"
                 *     }
                 */
                "application/json": {
                    /** @description As `ai` nodes name it; `default` is meant where they name none. */
                    name: string;
                    /**
                     * @description `chat` is asked by `ai` nodes; `embedding` finds documents (`knowledge.setModel`).
                     * @default chat
                     * @enum {string}
                     */
                    kind?: "chat" | "embedding";
                    /**
                     * @description `openai-compatible` speaks chat completions and embeddings, as Ollama, llama.cpp and most servers do.
                     * @enum {string}
                     */
                    provider: "openai-compatible" | "openai" | "anthropic" | "google";
                    /** @description Up to and with /v1. Needed for `openai-compatible`; the others have one. */
                    baseUrl?: string;
                    /** @description As its server calls it. */
                    modelId: string;
                    /**
                     * @description Of `embedding`: how many numbers its vectors are to have, where it can shorten them. Null: as many as it makes.
                     * @default null
                     */
                    dimensions?: number | null;
                    /**
                     * @description The name of the secret that is its key. Null: its server asks for none.
                     * @default null
                     */
                    secret?: string | null;
                    /**
                     * @description Of a million tokens read, in any currency.
                     * @default null
                     */
                    inputPrice?: number | null;
                    /**
                     * @description Of a million tokens written.
                     * @default null
                     */
                    outputPrice?: number | null;
                    /** @description Left out: 50 calls and 100,000 tokens a run, 200 and 400,000 a contact, 5,000 and 5,000,000 a day; 20,000 and 30,000,000 a day of `embedding`. */
                    limits?: {
                        /** @description Of one run of a flow. */
                        run?: {
                            calls?: number | null;
                            /** @description Read and written together. */
                            tokens?: number | null;
                            /** @description That its server took to answer. */
                            seconds?: number | null;
                            /** @description By the prices of the model. */
                            cost?: number | null;
                        };
                        /** @description Of one contact in 24 hours. */
                        contact?: {
                            calls?: number | null;
                            /** @description Read and written together. */
                            tokens?: number | null;
                            /** @description That its server took to answer. */
                            seconds?: number | null;
                            /** @description By the prices of the model. */
                            cost?: number | null;
                        };
                        /** @description Of everybody together in 24 hours. */
                        day?: {
                            calls?: number | null;
                            /** @description Read and written together. */
                            tokens?: number | null;
                            /** @description That its server took to answer. */
                            seconds?: number | null;
                            /** @description By the prices of the model. */
                            cost?: number | null;
                        };
                        /** @description Questions under way at the same time, in each process of the service; others wait. Left out or null: 100. */
                        atOnce?: number | null;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "default",
                     *       "kind": "chat",
                     *       "provider": "openai-compatible",
                     *       "baseUrl": "https://models.example.com/v1",
                     *       "modelId": "qwen3-8b",
                     *       "dimensions": null,
                     *       "secret": "models",
                     *       "isKeyMissing": false,
                     *       "inputPrice": null,
                     *       "outputPrice": null,
                     *       "limits": {
                     *         "run": {
                     *           "calls": 50,
                     *           "tokens": 100000
                     *         },
                     *         "contact": {
                     *           "calls": 200,
                     *           "tokens": 400000
                     *         },
                     *         "day": {
                     *           "calls": 5000,
                     *           "tokens": 5000000
                     *         }
                     *       },
                     *       "used": {
                     *         "calls": 12,
                     *         "tokens": 8400,
                     *         "seconds": 31,
                     *         "cost": 0
                     *       },
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        /** @enum {string} */
                        kind: "chat" | "embedding";
                        /** @enum {string} */
                        provider: "openai-compatible" | "openai" | "anthropic" | "google";
                        baseUrl: string;
                        modelId: string;
                        dimensions: number | null;
                        secret: string | null;
                        /** @description Its secret is not there, or may not go to its server: it cannot be asked. */
                        isKeyMissing: boolean;
                        inputPrice: number | null;
                        outputPrice: number | null;
                        limits: {
                            /** @description Of one run of a flow. */
                            run?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Of one contact in 24 hours. */
                            contact?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Of everybody together in 24 hours. */
                            day?: {
                                calls?: number | null;
                                /** @description Read and written together. */
                                tokens?: number | null;
                                /** @description That its server took to answer. */
                                seconds?: number | null;
                                /** @description By the prices of the model. */
                                cost?: number | null;
                            };
                            /** @description Questions under way at the same time, in each process of the service; others wait. Left out or null: 100. */
                            atOnce?: number | null;
                        };
                        /** @description Within the last 24 hours. */
                        used: {
                            calls: number;
                            tokens: number;
                            seconds: number;
                            cost: number;
                        };
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "models.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "default"
                 *     }
                 */
                "application/json": {
                    /** @description As `ai` nodes name it; `default` is meant where they name none. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "models.ask": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "default",
                 *       "task": {
                 *         "mode": "reply"
                 *       },
                 *       "instructions": "You answer for a bakery that is open from 8 to 18.",
                 *       "conversation": [
                 *         {
                 *           "fromMe": false,
                 *           "text": "Are you open at 9?"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description As `ai` nodes name it; `default` is meant where they name none. */
                    model: string;
                    /** @description As the `ai` node has it. */
                    task: {
                        /** @enum {string} */
                        mode: "reply" | "agent" | "extract" | "classify";
                        /** @description Of `extract`: a JSON Schema of the object. */
                        schema?: {
                            [key: string]: unknown;
                        };
                        /** @description Of `classify`: at least two. */
                        routes?: {
                            id: string;
                            description: string;
                        }[];
                        /** @description Of `agent`: what it may ask for. None is called here. */
                        tools?: {
                            name: string;
                            description: string;
                            /** @description A JSON Schema of its input. */
                            schema: {
                                [key: string]: unknown;
                            };
                        }[];
                    };
                    instructions: string;
                    /** @default null */
                    facts?: string | null;
                    /** @default null */
                    prompt?: string | null;
                    /**
                     * @description Oldest first; `fromMe` is what we said.
                     * @default []
                     */
                    conversation?: {
                        fromMe: boolean;
                        text: string;
                    }[];
                    /** @description Looked for in the documents of the account first; a limited key needs `knowledge:read` for it. */
                    knowledge?: {
                        question: string;
                        /** @default null */
                        collections?: string[] | null;
                        /** @default 4 */
                        maxPieces?: number;
                    } | null;
                    /** @description Of `agent`: what came after it was first asked. */
                    turns?: {
                        said?: string;
                        text?: string;
                        calls?: {
                            id: string;
                            name: string;
                            input?: unknown;
                            /** @description What its provider wants to see again with the call, as it came. */
                            extra?: {
                                [key: string]: unknown;
                            };
                            /** @description What the call gave, or the code of why it gave nothing. */
                            output: {
                                value?: unknown;
                                error?: string;
                            };
                        }[];
                    }[];
                    /** @default 800 */
                    maxTokens?: number;
                    /** @default 30000 */
                    timeoutMs?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "text": "Yes, we open at 8.",
                     *       "usage": {
                     *         "model": "default",
                     *         "inputTokens": 140,
                     *         "outputTokens": 8,
                     *         "cost": null,
                     *         "durationMs": 640,
                     *         "attempts": 1
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        text?: string;
                        /** @description Tools that it wants to have called. */
                        calls?: {
                            id: string;
                            name: string;
                            input?: unknown;
                            /** @description What its provider wants to see again with the call, as it came. */
                            extra?: {
                                [key: string]: unknown;
                            };
                        }[];
                        object?: unknown;
                        route?: string;
                        /** @description What was found for `knowledge`, in the order in which the model names it from 1. */
                        sources?: {
                            documentId: string;
                            title: string;
                            url: string | null;
                            heading: string | null;
                            page: number | null;
                            row: number | null;
                        }[];
                        usage: {
                            model: string;
                            inputTokens: number | null;
                            outputTokens: number | null;
                            cost: number | null;
                            durationMs: number;
                            attempts: number;
                        } | null;
                        error: {
                            /** @description For example TIMEOUT or LIMIT_DAY. */
                            code: string;
                            message: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "models.listTools": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "request": {
                 *         "url": "https://tools.example.com/mcp",
                 *         "headers": [
                 *           {
                 *             "name": "Authorization",
                 *             "value": [
                 *               "Bearer ",
                 *               {
                 *                 "secret": "shop",
                 *                 "as": "raw"
                 *               }
                 *             ]
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": {
                    /** @description It speaks the protocol over streamable HTTP there. */
                    request: {
                        /** @description A text, or its parts; a part `{secret, as}` stands for a stored secret. */
                        url: string | (string | {
                            secret: string;
                            /**
                             * @description How its value is written where it stands.
                             * @enum {string}
                             */
                            as: "raw" | "url" | "json";
                        })[];
                        /** @default [] */
                        headers?: {
                            name: string;
                            value: string | (string | {
                                secret: string;
                                /**
                                 * @description How its value is written where it stands.
                                 * @enum {string}
                                 */
                                as: "raw" | "url" | "json";
                            })[];
                        }[];
                    };
                    /** @default 10000 */
                    timeoutMs?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "tools": [
                     *         {
                     *           "name": "find_order",
                     *           "description": "Finds an order by its number.",
                     *           "parameters": {
                     *             "type": "object",
                     *             "properties": {
                     *               "id": {
                     *                 "type": "string"
                     *               }
                     *             },
                     *             "required": [
                     *               "id"
                     *             ],
                     *             "additionalProperties": false
                     *           },
                     *           "isLoosened": false
                     *         }
                     *       ],
                     *       "isWhole": true,
                     *       "error": null
                     *     }
                     */
                    "application/json": {
                        tools: {
                            /** @description As the server calls it. */
                            name: string;
                            /** @description Its first 1,000 characters. */
                            description: string;
                            /** @description A JSON Schema as flows take it; null: none can be made of what the server says. */
                            parameters: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The server has rules beside it that a flow does not check, such as patterns. */
                            isLoosened: boolean;
                        }[];
                        /** @description False: the server has more than are shown. */
                        isWhole: boolean;
                        error: {
                            /** @description For example TIMEOUT or TOOL_FAILED. */
                            code: string;
                            message: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description What documents are gathered under, as flows and searches name it. */
                    collection?: string;
                    /** @description Part of a title, whatever its case and accents. */
                    search?: string;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "documents": [
                     *         {
                     *           "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *           "collection": "shop",
                     *           "title": "hours.txt",
                     *           "url": null,
                     *           "fileName": "hours.txt",
                     *           "mimetype": "text/plain",
                     *           "sizeBytes": 13,
                     *           "state": "ready",
                     *           "problem": null,
                     *           "pieces": 1,
                     *           "chars": 13,
                     *           "embedded": 1,
                     *           "refused": 0,
                     *           "createdAt": "2026-01-01T12:00:00.000Z",
                     *           "readAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null,
                     *       "collections": [
                     *         "shop"
                     *       ],
                     *       "used": {
                     *         "documents": 1,
                     *         "bytes": 13,
                     *         "pieces": 1
                     *       },
                     *       "limits": {
                     *         "documents": 100,
                     *         "bytes": 104857600,
                     *         "pieces": 5000
                     *       },
                     *       "meaning": {
                     *         "model": "embedding",
                     *         "dimensions": 1024,
                     *         "embedded": 1,
                     *         "refused": 0,
                     *         "waiting": 0,
                     *         "problem": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        documents: {
                            id: string;
                            collection: string;
                            /** @description As it was given; else as the document calls itself, else the name of its file. */
                            title: string;
                            /** @description Of a page; null: it is a file. */
                            url: string | null;
                            fileName: string | null;
                            mimetype: string;
                            /** @description Of the file, or of the page as it was read last. */
                            sizeBytes: number;
                            /**
                             * @description `failed` keeps what was read before; whether there is any, `pieces` says.
                             * @enum {string}
                             */
                            state: "waiting" | "reading" | "ready" | "failed";
                            /** @description Why it could not be read; docs/knowledge.md has each. */
                            problem: ("ENCRYPTED" | "NO_TEXT" | "TOO_LARGE" | "TOO_MUCH_MEMORY" | "TOO_SLOW" | "UNREADABLE" | "UNKNOWN_TYPE" | "LIMIT_PIECES" | "FILE_MISSING" | "INTERRUPTED" | "ADDRESS_REFUSED" | "HOST_NOT_FOUND" | "CONNECTION_FAILED" | "PAGE_TOO_SLOW" | "PAGE_REFUSED" | "REDIRECT_REFUSED") | null;
                            /** @description Parts that are searched. */
                            pieces: number;
                            /** @description Of the text that was read. */
                            chars: number;
                            /** @description Pieces that are found by meaning too, where a model is chosen for it. */
                            embedded: number;
                            /** @description Pieces of which the model’s server makes no vectors; words find them. */
                            refused: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            readAt: string | null;
                        }[];
                        nextCursor: string | null;
                        /** @description All that have documents. */
                        collections: string[];
                        used: {
                            documents: number;
                            bytes: number;
                            pieces: number;
                        };
                        /** @description By the plan of the account. */
                        limits: {
                            documents: number;
                            bytes: number;
                            pieces: number;
                        };
                        /** @description How documents are found by meaning. */
                        meaning: {
                            /** @description The embedding model; null: documents are found by words alone. */
                            model: string | null;
                            /** @description Numbers in each vector; null: there are none so far. */
                            dimensions: number | null;
                            /** @description Pieces that have a vector. */
                            embedded: number;
                            /** @description Pieces of which its server makes none. */
                            refused: number;
                            /** @description Pieces that are still to be embedded. */
                            waiting: number;
                            /** @description Why the model gave no vectors the last time; it is tried again, within an hour at most. */
                            problem: {
                                /** @description For example TIMEOUT or LIMIT_DAY. */
                                code: string;
                                message: string;
                            } | null;
                        };
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": {
                 *         "base64": "V2Ugb3BlbiBhdCA4Lg==",
                 *         "mimetype": "text/plain"
                 *       },
                 *       "fileName": "hours.txt",
                 *       "collection": "shop"
                 *     }
                 */
                "application/json": {
                    file: {
                        base64: string;
                        mimetype: string;
                    };
                    /** @description With its ending, by which texts, tables and Markdown are told apart. */
                    fileName?: string;
                    title?: string;
                    /**
                     * @description What documents are gathered under, as flows and searches name it.
                     * @default general
                     */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *       "collection": "shop",
                     *       "title": "hours.txt",
                     *       "url": null,
                     *       "fileName": "hours.txt",
                     *       "mimetype": "text/plain",
                     *       "sizeBytes": 13,
                     *       "state": "waiting",
                     *       "problem": null,
                     *       "pieces": 0,
                     *       "chars": 0,
                     *       "embedded": 0,
                     *       "refused": 0,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "readAt": null
                     *     }
                     */
                    "application/json": {
                        id: string;
                        collection: string;
                        /** @description As it was given; else as the document calls itself, else the name of its file. */
                        title: string;
                        /** @description Of a page; null: it is a file. */
                        url: string | null;
                        fileName: string | null;
                        mimetype: string;
                        /** @description Of the file, or of the page as it was read last. */
                        sizeBytes: number;
                        /**
                         * @description `failed` keeps what was read before; whether there is any, `pieces` says.
                         * @enum {string}
                         */
                        state: "waiting" | "reading" | "ready" | "failed";
                        /** @description Why it could not be read; docs/knowledge.md has each. */
                        problem: ("ENCRYPTED" | "NO_TEXT" | "TOO_LARGE" | "TOO_MUCH_MEMORY" | "TOO_SLOW" | "UNREADABLE" | "UNKNOWN_TYPE" | "LIMIT_PIECES" | "FILE_MISSING" | "INTERRUPTED" | "ADDRESS_REFUSED" | "HOST_NOT_FOUND" | "CONNECTION_FAILED" | "PAGE_TOO_SLOW" | "PAGE_REFUSED" | "REDIRECT_REFUSED") | null;
                        /** @description Parts that are searched. */
                        pieces: number;
                        /** @description Of the text that was read. */
                        chars: number;
                        /** @description Pieces that are found by meaning too, where a model is chosen for it. */
                        embedded: number;
                        /** @description Pieces of which the model’s server makes no vectors; words find them. */
                        refused: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        readAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.addUrl": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/delivery",
                 *       "collection": "shop"
                 *     }
                 */
                "application/json": {
                    url: string;
                    title?: string;
                    /**
                     * @description What documents are gathered under, as flows and searches name it.
                     * @default general
                     */
                    collection?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *       "collection": "shop",
                     *       "title": "https://example.com/delivery",
                     *       "url": "https://example.com/delivery",
                     *       "fileName": null,
                     *       "mimetype": "text/html",
                     *       "sizeBytes": 0,
                     *       "state": "waiting",
                     *       "problem": null,
                     *       "pieces": 0,
                     *       "chars": 0,
                     *       "embedded": 0,
                     *       "refused": 0,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "readAt": null
                     *     }
                     */
                    "application/json": {
                        id: string;
                        collection: string;
                        /** @description As it was given; else as the document calls itself, else the name of its file. */
                        title: string;
                        /** @description Of a page; null: it is a file. */
                        url: string | null;
                        fileName: string | null;
                        mimetype: string;
                        /** @description Of the file, or of the page as it was read last. */
                        sizeBytes: number;
                        /**
                         * @description `failed` keeps what was read before; whether there is any, `pieces` says.
                         * @enum {string}
                         */
                        state: "waiting" | "reading" | "ready" | "failed";
                        /** @description Why it could not be read; docs/knowledge.md has each. */
                        problem: ("ENCRYPTED" | "NO_TEXT" | "TOO_LARGE" | "TOO_MUCH_MEMORY" | "TOO_SLOW" | "UNREADABLE" | "UNKNOWN_TYPE" | "LIMIT_PIECES" | "FILE_MISSING" | "INTERRUPTED" | "ADDRESS_REFUSED" | "HOST_NOT_FOUND" | "CONNECTION_FAILED" | "PAGE_TOO_SLOW" | "PAGE_REFUSED" | "REDIRECT_REFUSED") | null;
                        /** @description Parts that are searched. */
                        pieces: number;
                        /** @description Of the text that was read. */
                        chars: number;
                        /** @description Pieces that are found by meaning too, where a model is chosen for it. */
                        embedded: number;
                        /** @description Pieces of which the model’s server makes no vectors; words find them. */
                        refused: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        readAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1"
                 *     }
                 */
                "application/json": {
                    id: string;
                    /**
                     * @description The first piece to answer.
                     * @default 0
                     */
                    from?: number;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "document": {
                     *         "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *         "collection": "shop",
                     *         "title": "hours.txt",
                     *         "url": null,
                     *         "fileName": "hours.txt",
                     *         "mimetype": "text/plain",
                     *         "sizeBytes": 13,
                     *         "state": "ready",
                     *         "problem": null,
                     *         "pieces": 1,
                     *         "chars": 13,
                     *         "embedded": 1,
                     *         "refused": 0,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "readAt": "2026-01-01T12:00:00.000Z"
                     *       },
                     *       "pieces": [
                     *         {
                     *           "ordinal": 0,
                     *           "text": "We open at 8.",
                     *           "heading": null,
                     *           "page": null,
                     *           "row": null
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        document: {
                            id: string;
                            collection: string;
                            /** @description As it was given; else as the document calls itself, else the name of its file. */
                            title: string;
                            /** @description Of a page; null: it is a file. */
                            url: string | null;
                            fileName: string | null;
                            mimetype: string;
                            /** @description Of the file, or of the page as it was read last. */
                            sizeBytes: number;
                            /**
                             * @description `failed` keeps what was read before; whether there is any, `pieces` says.
                             * @enum {string}
                             */
                            state: "waiting" | "reading" | "ready" | "failed";
                            /** @description Why it could not be read; docs/knowledge.md has each. */
                            problem: ("ENCRYPTED" | "NO_TEXT" | "TOO_LARGE" | "TOO_MUCH_MEMORY" | "TOO_SLOW" | "UNREADABLE" | "UNKNOWN_TYPE" | "LIMIT_PIECES" | "FILE_MISSING" | "INTERRUPTED" | "ADDRESS_REFUSED" | "HOST_NOT_FOUND" | "CONNECTION_FAILED" | "PAGE_TOO_SLOW" | "PAGE_REFUSED" | "REDIRECT_REFUSED") | null;
                            /** @description Parts that are searched. */
                            pieces: number;
                            /** @description Of the text that was read. */
                            chars: number;
                            /** @description Pieces that are found by meaning too, where a model is chosen for it. */
                            embedded: number;
                            /** @description Pieces of which the model’s server makes no vectors; words find them. */
                            refused: number;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                            readAt: string | null;
                        };
                        pieces: {
                            /** @description Which part of the document, from 0. */
                            ordinal: number;
                            text: string;
                            /** @description The headings above it, joined by ›. */
                            heading: string | null;
                            /** @description Of a PDF, from 1. */
                            page: number | null;
                            /** @description Of a table, from 1. */
                            row: number | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *       "collection": "shop",
                     *       "title": "https://example.com/delivery",
                     *       "url": "https://example.com/delivery",
                     *       "fileName": null,
                     *       "mimetype": "text/html",
                     *       "sizeBytes": 0,
                     *       "state": "waiting",
                     *       "problem": null,
                     *       "pieces": 0,
                     *       "chars": 0,
                     *       "embedded": 0,
                     *       "refused": 0,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "readAt": null
                     *     }
                     */
                    "application/json": {
                        id: string;
                        collection: string;
                        /** @description As it was given; else as the document calls itself, else the name of its file. */
                        title: string;
                        /** @description Of a page; null: it is a file. */
                        url: string | null;
                        fileName: string | null;
                        mimetype: string;
                        /** @description Of the file, or of the page as it was read last. */
                        sizeBytes: number;
                        /**
                         * @description `failed` keeps what was read before; whether there is any, `pieces` says.
                         * @enum {string}
                         */
                        state: "waiting" | "reading" | "ready" | "failed";
                        /** @description Why it could not be read; docs/knowledge.md has each. */
                        problem: ("ENCRYPTED" | "NO_TEXT" | "TOO_LARGE" | "TOO_MUCH_MEMORY" | "TOO_SLOW" | "UNREADABLE" | "UNKNOWN_TYPE" | "LIMIT_PIECES" | "FILE_MISSING" | "INTERRUPTED" | "ADDRESS_REFUSED" | "HOST_NOT_FOUND" | "CONNECTION_FAILED" | "PAGE_TOO_SLOW" | "PAGE_REFUSED" | "REDIRECT_REFUSED") | null;
                        /** @description Parts that are searched. */
                        pieces: number;
                        /** @description Of the text that was read. */
                        chars: number;
                        /** @description Pieces that are found by meaning too, where a model is chosen for it. */
                        embedded: number;
                        /** @description Pieces of which the model’s server makes no vectors; words find them. */
                        refused: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        readAt: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.setModel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "model": "embedding"
                 *     }
                 */
                "application/json": {
                    model: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "model": "embedding",
                     *       "dimensions": 1024,
                     *       "embedded": 1,
                     *       "refused": 0,
                     *       "waiting": 0,
                     *       "problem": null
                     *     }
                     */
                    "application/json": {
                        /** @description The embedding model; null: documents are found by words alone. */
                        model: string | null;
                        /** @description Numbers in each vector; null: there are none so far. */
                        dimensions: number | null;
                        /** @description Pieces that have a vector. */
                        embedded: number;
                        /** @description Pieces of which its server makes none. */
                        refused: number;
                        /** @description Pieces that are still to be embedded. */
                        waiting: number;
                        /** @description Why the model gave no vectors the last time; it is tried again, within an hour at most. */
                        problem: {
                            /** @description For example TIMEOUT or LIMIT_DAY. */
                            code: string;
                            message: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "knowledge.search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "question": "When do you open?",
                 *       "collections": [
                 *         "shop"
                 *       ]
                 *     }
                 */
                "application/json": {
                    question: string;
                    /** @description Left out: all of them. */
                    collections?: string[];
                    /** @default 5 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pieces": [
                     *         {
                     *           "ordinal": 0,
                     *           "text": "We open at 8.",
                     *           "heading": null,
                     *           "page": null,
                     *           "row": null,
                     *           "documentId": "3a4c5e60-91a2-4ed5-8f07-7c8d9eafb0c1",
                     *           "title": "hours.txt",
                     *           "url": null,
                     *           "collection": "shop",
                     *           "score": 0.033,
                     *           "foundBy": "both"
                     *         }
                     *       ],
                     *       "meaning": {
                     *         "model": "embedding",
                     *         "inputTokens": 6,
                     *         "cost": null,
                     *         "durationMs": 84,
                     *         "problem": null
                     *       }
                     *     }
                     */
                    "application/json": {
                        pieces: {
                            /** @description Which part of the document, from 0. */
                            ordinal: number;
                            text: string;
                            /** @description The headings above it, joined by ›. */
                            heading: string | null;
                            /** @description Of a PDF, from 1. */
                            page: number | null;
                            /** @description Of a table, from 1. */
                            row: number | null;
                            documentId: string;
                            title: string;
                            url: string | null;
                            collection: string;
                            /** @description Higher is better; only within one answer. */
                            score: number;
                            /**
                             * @description Words that it shares with the question, its meaning, or both.
                             * @enum {string}
                             */
                            foundBy: "words" | "meaning" | "both";
                        }[];
                        /** @description Null: no model is chosen for it. */
                        meaning: {
                            model: string;
                            inputTokens: number | null;
                            cost: number | null;
                            durationMs: number;
                            /** @description Why only words were looked for, for example TIMEOUT or NOT_EMBEDDED; null: meaning too. */
                            problem: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "name": "slots",
                     *         "description": null,
                     *         "columns": [
                     *           {
                     *             "name": "day",
                     *             "type": "date",
                     *             "choices": [],
                     *             "isRequired": true
                     *           },
                     *           {
                     *             "name": "phone",
                     *             "type": "text",
                     *             "choices": [],
                     *             "isRequired": false
                     *           }
                     *         ],
                     *         "unique": [
                     *           [
                     *             "day"
                     *           ]
                     *         ],
                     *         "rows": 1,
                     *         "sizeBytes": 48,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        name: string;
                        description: string | null;
                        columns: {
                            name: string;
                            /** @enum {string} */
                            type: "text" | "number" | "boolean" | "date" | "choice";
                            /**
                             * @description Of a choice: what may be chosen.
                             * @default []
                             */
                            choices: string[];
                            /**
                             * @description A row without a value here is refused.
                             * @default false
                             */
                            isRequired: boolean;
                        }[];
                        unique: string[][];
                        rows: number;
                        sizeBytes: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "slots",
                 *       "columns": [
                 *         {
                 *           "name": "day",
                 *           "type": "date",
                 *           "isRequired": true
                 *         },
                 *         {
                 *           "name": "phone",
                 *           "type": "text"
                 *         }
                 *       ],
                 *       "unique": [
                 *         [
                 *           "day"
                 *         ]
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description As `table` nodes name it. */
                    name: string;
                    /** @default null */
                    description?: string | null;
                    columns: {
                        name: string;
                        /** @enum {string} */
                        type: "text" | "number" | "boolean" | "date" | "choice";
                        /**
                         * @description Of a choice: what may be chosen.
                         * @default []
                         */
                        choices?: string[];
                        /**
                         * @description A row without a value here is refused.
                         * @default false
                         */
                        isRequired?: boolean;
                    }[];
                    /**
                     * @description Groups of columns whose values together may be there once, so that a slot is given once.
                     * @default []
                     */
                    unique?: string[][];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "name": "slots",
                     *       "description": null,
                     *       "columns": [
                     *         {
                     *           "name": "day",
                     *           "type": "date",
                     *           "choices": [],
                     *           "isRequired": true
                     *         },
                     *         {
                     *           "name": "phone",
                     *           "type": "text",
                     *           "choices": [],
                     *           "isRequired": false
                     *         }
                     *       ],
                     *       "unique": [
                     *         [
                     *           "day"
                     *         ]
                     *       ],
                     *       "rows": 1,
                     *       "sizeBytes": 48,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        name: string;
                        description: string | null;
                        columns: {
                            name: string;
                            /** @enum {string} */
                            type: "text" | "number" | "boolean" | "date" | "choice";
                            /**
                             * @description Of a choice: what may be chosen.
                             * @default []
                             */
                            choices: string[];
                            /**
                             * @description A row without a value here is refused.
                             * @default false
                             */
                            isRequired: boolean;
                        }[];
                        unique: string[][];
                        rows: number;
                        sizeBytes: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "slots"
                 *     }
                 */
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.rows.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table": "slots",
                 *       "where": [
                 *         {
                 *           "column": "day",
                 *           "op": "gte",
                 *           "value": "2026-12-01"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    table: string;
                    /**
                     * @description All of them hold. Texts are compared without case; null is no value; `id` is the row’s id.
                     * @default []
                     */
                    where?: {
                        column: string;
                        /**
                         * @default eq
                         * @enum {string}
                         */
                        op?: "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "contains";
                        value: string | number | boolean | null;
                    }[];
                    /** @description Left out: in the order in which they were added. */
                    orderBy?: string;
                    /** @default false */
                    descending?: boolean;
                    /** @default 0 */
                    offset?: number;
                    /** @default 100 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *           "day": "2026-12-24",
                     *           "phone": "+447700900123"
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": {
                        rows: ({
                            id: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                        total: number;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.rows.add": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table": "slots",
                 *       "rows": [
                 *         {
                 *           "day": "2026-12-24",
                 *           "phone": "+447700900123"
                 *         }
                 *       ]
                 *     }
                 */
                "application/json": {
                    table: string;
                    rows: {
                        [key: string]: string | number | boolean | null;
                    }[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "rows": [
                     *         {
                     *           "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *           "day": "2026-12-24",
                     *           "phone": "+447700900123"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        rows: ({
                            id: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.rows.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table": "slots",
                 *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                 *       "values": {
                 *         "phone": null
                 *       }
                 *     }
                 */
                "application/json": {
                    table: string;
                    /** Format: uuid */
                    id: string;
                    /** @description Values by the names of columns; null is no value. */
                    values: {
                        [key: string]: string | number | boolean | null;
                    };
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "01890a5d-ac96-774b-bcce-b302099a8057",
                     *       "day": "2026-12-24",
                     *       "phone": "+447700900123"
                     *     }
                     */
                    "application/json": {
                        id: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "tables.rows.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "table": "slots",
                 *       "ids": [
                 *         "01890a5d-ac96-774b-bcce-b302099a8057"
                 *       ]
                 *     }
                 */
                "application/json": {
                    table: string;
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deleted": 1
                     *     }
                     */
                    "application/json": {
                        deleted: number;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "assets.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    /** @description Part of a name, whatever its case and accents. */
                    search?: string;
                    sha256?: string;
                    /** @description `nextCursor` of the page before. */
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "assets": [
                     *         {
                     *           "id": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *           "mimetype": "text/plain",
                     *           "fileName": "menu.txt",
                     *           "sizeBytes": 4,
                     *           "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *           "url": "/api/rpc/api-reference/chat/media/182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *           "createdAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        assets: {
                            /** @description As `assetId` of a node, or as `{mediaId}` of a message of any client of its owner. */
                            id: string;
                            /** @description By its content where that says it, else as it was given. */
                            mimetype: string;
                            fileName: string | null;
                            sizeBytes: number;
                            /** @description Of the file, 64 hexadecimal digits. Flows name their files by it when they travel. */
                            sha256: string;
                            /** @description Path on this service: GET it with the same key or session. */
                            url: string;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "assets.get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "mimetype": "text/plain",
                     *       "fileName": "menu.txt",
                     *       "sizeBytes": 4,
                     *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *       "url": "/api/rpc/api-reference/chat/media/182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "createdAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description As `assetId` of a node, or as `{mediaId}` of a message of any client of its owner. */
                        id: string;
                        /** @description By its content where that says it, else as it was given. */
                        mimetype: string;
                        fileName: string | null;
                        sizeBytes: number;
                        /** @description Of the file, 64 hexadecimal digits. Flows name their files by it when they travel. */
                        sha256: string;
                        /** @description Path on this service: GET it with the same key or session. */
                        url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "assets.upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": {
                 *         "base64": "bWVudQ==",
                 *         "mimetype": "text/plain"
                 *       },
                 *       "fileName": "menu.txt"
                 *     }
                 */
                "application/json": {
                    file: {
                        base64: string;
                        mimetype: string;
                    };
                    /** @description How people know it, with its ending. */
                    fileName?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "mimetype": "text/plain",
                     *       "fileName": "menu.txt",
                     *       "sizeBytes": 4,
                     *       "sha256": "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
                     *       "url": "/api/rpc/api-reference/chat/media/182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf",
                     *       "createdAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        /** @description As `assetId` of a node, or as `{mediaId}` of a message of any client of its owner. */
                        id: string;
                        /** @description By its content where that says it, else as it was given. */
                        mimetype: string;
                        fileName: string | null;
                        sizeBytes: number;
                        /** @description Of the file, 64 hexadecimal digits. Flows name their files by it when they travel. */
                        sha256: string;
                        /** @description Path on this service: GET it with the same key or session. */
                        url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "assets.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "182a3c4e-7f90-4cb3-8ed5-5a6b7c8d9eaf"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "events.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    cursor?: string;
                    /** @default 100 */
                    limit?: number;
                    /** @description Only these. */
                    names?: ("message.received" | "message.sent" | "message.status" | "message.reaction" | "message.vote" | "message.edited" | "message.deleted" | "client.status" | "client.qr" | "contact.updated" | "flow.state.changed" | "flow.event" | "proxy.failed" | "connection.failed")[];
                    /** @description Only of this client. */
                    clientId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "events": [
                     *         {
                     *           "id": "1043",
                     *           "name": "client.status",
                     *           "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *           "data": {
                     *             "status": "connected",
                     *             "code": "CONNECTED",
                     *             "detail": null,
                     *             "cause": null,
                     *             "rawCode": null
                     *           },
                     *           "createdAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": "1043"
                     *     }
                     */
                    "application/json": {
                        events: components["schemas"]["LoggedEvent"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                     *         "url": "https://example.com/hook",
                     *         "description": null,
                     *         "names": null,
                     *         "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *         "isEnabled": true,
                     *         "disabledReason": null,
                     *         "waiting": 0,
                     *         "dead": 0,
                     *         "failures": 0,
                     *         "pausedUntil": null,
                     *         "lastSuccessAt": "2026-01-01T12:00:00.000Z",
                     *         "lastFailureAt": null,
                     *         "lastError": null,
                     *         "lastFailure": null,
                     *         "disabledFailure": null,
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "updatedAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Webhook"][];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hook",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Addresses inside private networks are refused unless the operator allows them.
                     */
                    url: string;
                    description?: string | null;
                    /** @description Only these events; null or left out takes all. */
                    names?: ("message.received" | "message.sent" | "message.status" | "message.reaction" | "message.vote" | "message.edited" | "message.deleted" | "client.status" | "client.qr" | "contact.updated" | "flow.state.changed" | "flow.event" | "proxy.failed" | "connection.failed")[] | null;
                    /** @description Only events of this client; null or left out takes all. */
                    clientId?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                     *       "url": "https://example.com/hook",
                     *       "description": null,
                     *       "names": null,
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "isEnabled": true,
                     *       "disabledReason": null,
                     *       "waiting": 0,
                     *       "dead": 0,
                     *       "failures": 0,
                     *       "pausedUntil": null,
                     *       "lastSuccessAt": "2026-01-01T12:00:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "lastFailure": null,
                     *       "disabledFailure": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxl"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        url: string;
                        description: string | null;
                        /** @description The events it takes; null: all. */
                        names: string[] | null;
                        /** @description The client whose events it takes; null: all clients. */
                        clientId: string | null;
                        isEnabled: boolean;
                        /** @description Why the service switched it off, and what to do. */
                        disabledReason: string | null;
                        /** @description Events that wait to be delivered. */
                        waiting: number;
                        /** @description Events that could not be delivered within 24 hours. */
                        dead: number;
                        /** @description Failures since the last success; a conversation that fails again counts once. */
                        failures: number;
                        /** @description After repeated failures nothing is tried before then. */
                        pausedUntil: string | null;
                        lastSuccessAt: string | null;
                        lastFailureAt: string | null;
                        lastError: string | null;
                        /** @description Of `lastError`, as a code with what varies. */
                        lastFailure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        /** @description Of `disabledReason`, the same. */
                        disabledFailure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                 *       "isEnabled": false
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uri
                     * @description Where events are posted to. Addresses inside private networks are refused unless the operator allows them.
                     */
                    url?: string;
                    description?: string | null;
                    /** @description Only these events; null or left out takes all. */
                    names?: ("message.received" | "message.sent" | "message.status" | "message.reaction" | "message.vote" | "message.edited" | "message.deleted" | "client.status" | "client.qr" | "contact.updated" | "flow.state.changed" | "flow.event" | "proxy.failed" | "connection.failed")[] | null;
                    /** @description Only events of this client; null or left out takes all. */
                    clientId?: string | null;
                    /** @description The webhook. */
                    id: string;
                    /** @description While off, events wait for it as long as the log keeps them. */
                    isEnabled?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                     *       "url": "https://example.com/hook",
                     *       "description": null,
                     *       "names": null,
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "isEnabled": false,
                     *       "disabledReason": null,
                     *       "waiting": 0,
                     *       "dead": 0,
                     *       "failures": 0,
                     *       "pausedUntil": null,
                     *       "lastSuccessAt": "2026-01-01T12:00:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "lastFailure": null,
                     *       "disabledFailure": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d"
                 *     }
                 */
                "application/json": {
                    /** @description The webhook. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.rotateSecret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d"
                 *     }
                 */
                "application/json": {
                    /** @description The webhook. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                     *       "url": "https://example.com/hook",
                     *       "description": null,
                     *       "names": null,
                     *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                     *       "isEnabled": true,
                     *       "disabledReason": null,
                     *       "waiting": 0,
                     *       "dead": 0,
                     *       "failures": 0,
                     *       "pausedUntil": null,
                     *       "lastSuccessAt": "2026-01-01T12:00:00.000Z",
                     *       "lastFailureAt": null,
                     *       "lastError": null,
                     *       "lastFailure": null,
                     *       "disabledFailure": null,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "updatedAt": "2026-01-01T12:00:00.000Z",
                     *       "secret": "whsec_c2VjcmV0IG9mIHRoZSBleGFtcGxl"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        url: string;
                        description: string | null;
                        /** @description The events it takes; null: all. */
                        names: string[] | null;
                        /** @description The client whose events it takes; null: all clients. */
                        clientId: string | null;
                        isEnabled: boolean;
                        /** @description Why the service switched it off, and what to do. */
                        disabledReason: string | null;
                        /** @description Events that wait to be delivered. */
                        waiting: number;
                        /** @description Events that could not be delivered within 24 hours. */
                        dead: number;
                        /** @description Failures since the last success; a conversation that fails again counts once. */
                        failures: number;
                        /** @description After repeated failures nothing is tried before then. */
                        pausedUntil: string | null;
                        lastSuccessAt: string | null;
                        lastFailureAt: string | null;
                        lastError: string | null;
                        /** @description Of `lastError`, as a code with what varies. */
                        lastFailure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        /** @description Of `disabledReason`, the same. */
                        disabledFailure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        updatedAt: string;
                        secret: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d"
                 *     }
                 */
                "application/json": {
                    /** @description The webhook. */
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "status": 204,
                     *       "durationMs": 35,
                     *       "error": null,
                     *       "failure": null
                     *     }
                     */
                    "application/json": {
                        /** @description It answered with a status from 200 to 299. */
                        success: boolean;
                        status: number | null;
                        durationMs: number;
                        error: string | null;
                        /** @description Of `error`, as a code with what varies. */
                        failure: {
                            code: string;
                            params: {
                                [key: string]: unknown;
                            };
                        } | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d"
                 *     }
                 */
                "application/json": {
                    /** @description The webhook. */
                    id: string;
                    /**
                     * @description Only these.
                     * @enum {string}
                     */
                    status?: "waiting" | "delivered" | "dead";
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "7",
                     *           "eventId": "1043",
                     *           "name": "message.received",
                     *           "status": "delivered",
                     *           "attempts": 1,
                     *           "nextAttemptAt": null,
                     *           "lastStatus": 204,
                     *           "lastError": null,
                     *           "lastFailure": null,
                     *           "lastDurationMs": 35,
                     *           "lastTriedAt": "2026-01-01T12:00:00.000Z",
                     *           "createdAt": "2026-01-01T12:00:00.000Z",
                     *           "settledAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        deliveries: components["schemas"]["WebhookDelivery"][];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "webhooks.replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "f6081a2c-5d7e-4a91-8cb3-3e4f5a6b7c8d",
                 *       "from": "1"
                 *     }
                 */
                "application/json": {
                    /** @description The webhook. */
                    id: string;
                    deliveryIds?: string[];
                    /** @description The first event. */
                    from?: string;
                    /** @description The last event; left out, up to the newest. */
                    to?: string;
                    /**
                     * @description Of a range, only those. Default `dead`.
                     * @enum {string}
                     */
                    status?: "delivered" | "dead" | "all";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "replayed": 1
                     *     }
                     */
                    "application/json": {
                        /** @description How many deliveries wait again. */
                        replayed: number;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.scan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "message": "A simulated phone scanned the code.",
                     *       "phoneNumber": "+447700900001"
                     *     }
                     */
                    "application/json": {
                        /** @description A sentence for people. */
                        message: string;
                        phoneNumber: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "phoneNumber": "+447700900123",
                     *         "name": "Ana",
                     *         "isOnline": true,
                     *         "lastAt": "2026-01-01T12:00:00.000Z",
                     *         "lastText": "Hello"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description E.164 with its +. */
                        phoneNumber: string;
                        name: string;
                        /** @description While not, what is sent to it waits. */
                        isOnline: boolean;
                        lastAt: string | null;
                        lastText: string | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.saveContact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123",
                 *       "name": "Ana"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Number of the simulated contact. */
                    phoneNumber?: string;
                    name?: string;
                    isOnline?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "phoneNumber": "+447700900123",
                     *       "name": "Ana",
                     *       "isOnline": true,
                     *       "lastAt": "2026-01-01T12:00:00.000Z",
                     *       "lastText": "Hello"
                     *     }
                     */
                    "application/json": {
                        /** @description E.164 with its +. */
                        phoneNumber: string;
                        name: string;
                        /** @description While not, what is sent to it waits. */
                        isOnline: boolean;
                        lastAt: string | null;
                        lastText: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.groups": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "jid": "120363023456789012@g.us",
                     *         "subject": "Family",
                     *         "members": [
                     *           {
                     *             "phoneNumber": "+447700900123",
                     *             "name": "Ana"
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": {
                        /** @description Address of the group. */
                        jid: string;
                        subject: string;
                        /** @description The client’s account is one of them. */
                        members: {
                            /** @description E.164 with its +. */
                            phoneNumber: string;
                            name: string;
                        }[];
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.createGroup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "subject": "Family",
                 *       "members": [
                 *         "+447700900123"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    subject: string;
                    /** @description Numbers of simulated contacts. */
                    members: string[];
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jid": "120363023456789012@g.us",
                     *       "subject": "Family",
                     *       "members": [
                     *         {
                     *           "phoneNumber": "+447700900123",
                     *           "name": "Ana"
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": {
                        /** @description Address of the group. */
                        jid: string;
                        subject: string;
                        /** @description The client’s account is one of them. */
                        members: {
                            /** @description E.164 with its +. */
                            phoneNumber: string;
                            name: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.conversation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Number of the simulated contact. */
                    phoneNumber: string;
                    /** @description The group it is about, one that the contact and the client are both in; without it, the conversation of the two. */
                    group?: string;
                    /** @default 100 */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "3EB0C767D097B7C7A1C5",
                     *         "at": "2026-01-01T12:00:00.000Z",
                     *         "fromContact": true,
                     *         "writer": {
                     *           "phoneNumber": "+447700900123",
                     *           "name": "Ana"
                     *         },
                     *         "type": "text",
                     *         "text": "Hello",
                     *         "isEdited": false,
                     *         "isRevoked": false,
                     *         "reactions": {
                     *           "contact": null,
                     *           "account": null
                     *         },
                     *         "quotedId": null,
                     *         "poll": null,
                     *         "votes": [],
                     *         "location": null,
                     *         "file": null,
                     *         "status": "read"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        at: string;
                        /** @description True when this contact wrote it. */
                        fromContact: boolean;
                        /** @description Who wrote it; in a group there are more than two. */
                        writer: {
                            /** @description E.164 with its +. */
                            phoneNumber: string;
                            name: string;
                        };
                        type: string;
                        text: string;
                        isEdited: boolean;
                        isRevoked: boolean;
                        reactions: {
                            contact: string | null;
                            account: string | null;
                        };
                        quotedId: string | null;
                        /** @description `selectable` is how many options may be chosen; 0 is any number. */
                        poll: {
                            name: string;
                            options: string[];
                            selectable: number;
                        } | null;
                        /** @description What the client chose of the contact’s poll. */
                        votes: string[];
                        location: {
                            latitude: number;
                            longitude: number;
                            name: string;
                        } | null;
                        file: {
                            kind: string;
                            mimetype: string;
                            sizeBytes: number;
                        } | null;
                        /** @description Of messages of the contact. */
                        status: ("sent" | "delivered" | "read") | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123",
                 *       "text": "Hello"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Number of the simulated contact. */
                    phoneNumber: string;
                    /** @description The group it is about, one that the contact and the client are both in; without it, the conversation of the two. */
                    group?: string;
                    text?: string;
                    file?: {
                        base64: string;
                        mimetype: string;
                        fileName?: string;
                        caption?: string;
                        /** @description Sound is a voice message. */
                        voice?: boolean;
                    };
                    location?: {
                        latitude: number;
                        longitude: number;
                        name?: string;
                    };
                    reaction?: {
                        messageId: string;
                        emoji: string;
                    };
                    /** @description The options chosen of a poll; none takes the vote back. */
                    vote?: {
                        messageId: string;
                        options: string[];
                    };
                    /** @description The message a text answers. */
                    quotedId?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "3EB0C767D097B7C7A1C5"
                     *     }
                     */
                    "application/json": {
                        id: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.markRead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Number of the simulated contact. */
                    phoneNumber: string;
                    /** @description The group it is about, one that the contact and the client are both in; without it, the conversation of the two. */
                    group?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "read": 1
                     *     }
                     */
                    "application/json": {
                        read: number;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sandbox.file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "phoneNumber": "+447700900123",
                 *       "messageId": "3EB0C767D097B7C7A1C5"
                 *     }
                 */
                "application/json": {
                    /**
                     * Format: uuid
                     * @description Client id, a UUID; the client must be owned by the key’s user.
                     */
                    clientId: string;
                    /** @description Number of the simulated contact. */
                    phoneNumber: string;
                    /** @description The group it is about, one that the contact and the client are both in; without it, the conversation of the two. */
                    group?: string;
                    messageId: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "mimetype": "text/plain",
                     *       "base64": "bWVudQ=="
                     *     }
                     */
                    "application/json": {
                        mimetype: string;
                        base64: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "users.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *         "email": "ben@example.org",
                     *         "name": "Ben",
                     *         "role": "user",
                     *         "plan": "pro",
                     *         "suspended": false,
                     *         "clients": 1,
                     *         "createdAt": "2026-01-01T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        name: string;
                        /** @enum {string} */
                        role: "admin" | "user";
                        /** @enum {string} */
                        plan: "free" | "pro";
                        /** @description May not sign in, and their keys are refused. */
                        suspended: boolean;
                        /** @description How many clients they have. */
                        clients: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "users.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "ben@example.org",
                 *       "name": "Ben"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    name: string;
                    /**
                     * @default user
                     * @enum {string}
                     */
                    role?: "admin" | "user";
                    /**
                     * @default free
                     * @enum {string}
                     */
                    plan?: "free" | "pro";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "email": "ben@example.org",
                     *       "name": "Ben",
                     *       "role": "user",
                     *       "plan": "pro",
                     *       "suspended": false,
                     *       "clients": 0,
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "password": "SHOWN_ONCE"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        name: string;
                        /** @enum {string} */
                        role: "admin" | "user";
                        /** @enum {string} */
                        plan: "free" | "pro";
                        /** @description May not sign in, and their keys are refused. */
                        suspended: boolean;
                        /** @description How many clients they have. */
                        clients: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        password: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "users.update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                 *       "plan": "pro"
                 *     }
                 */
                "application/json": {
                    id: string;
                    /** @enum {string} */
                    role?: "admin" | "user";
                    /** @enum {string} */
                    plan?: "free" | "pro";
                    suspended?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *       "email": "ben@example.org",
                     *       "name": "Ben",
                     *       "role": "user",
                     *       "plan": "pro",
                     *       "suspended": false,
                     *       "clients": 1,
                     *       "createdAt": "2026-01-01T12:00:00.000Z"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        name: string;
                        /** @enum {string} */
                        role: "admin" | "user";
                        /** @enum {string} */
                        plan: "free" | "pro";
                        /** @description May not sign in, and their keys are refused. */
                        suspended: boolean;
                        /** @description How many clients they have. */
                        clients: number;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "invitations.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "email": "guest@example.org",
                     *         "role": "user",
                     *         "plan": "free",
                     *         "invitedBy": "Ana",
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "expiresAt": "2026-01-08T12:00:00.000Z"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "admin" | "user";
                        /** @enum {string} */
                        plan: "free" | "pro";
                        /** @description Name of the administrator who made it. */
                        invitedBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description From then on the link opens nothing.
                         */
                        expiresAt: string;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "invitations.create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "email": "guest@example.org"
                 *     }
                 */
                "application/json": {
                    /** Format: email */
                    email: string;
                    /**
                     * @default user
                     * @enum {string}
                     */
                    role?: "admin" | "user";
                    /**
                     * @default free
                     * @enum {string}
                     */
                    plan?: "free" | "pro";
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *       "email": "guest@example.org",
                     *       "role": "user",
                     *       "plan": "free",
                     *       "invitedBy": "Ana",
                     *       "createdAt": "2026-01-01T12:00:00.000Z",
                     *       "expiresAt": "2026-01-08T12:00:00.000Z",
                     *       "path": "/invitation#SHOWN_ONCE"
                     *     }
                     */
                    "application/json": {
                        id: string;
                        email: string;
                        /** @enum {string} */
                        role: "admin" | "user";
                        /** @enum {string} */
                        plan: "free" | "pro";
                        /** @description Name of the administrator who made it. */
                        invitedBy: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description From then on the link opens nothing.
                         */
                        expiresAt: string;
                        /** @description What to open at the address of this service. It opens the account, and is shown this once. */
                        path: string;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "invitations.revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sessions.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *         "createdAt": "2026-01-01T12:00:00.000Z",
                     *         "expiresAt": "2026-01-08T12:00:00.000Z",
                     *         "userAgent": "Mozilla/5.0",
                     *         "ipAddress": "192.0.2.1"
                     *       }
                     *     ]
                     */
                    "application/json": {
                        id: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        createdAt: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC.
                         */
                        expiresAt: string;
                        userAgent: string | null;
                        ipAddress: string | null;
                    }[];
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "sessions.end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *     }
                 */
                "application/json": {
                    id: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true
                     *     }
                     */
                    "application/json": {
                        success: boolean;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "audit.list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /** @example {} */
                "application/json": {
                    cursor?: string;
                    /** @default 50 */
                    limit?: number;
                    /** @description Only what this person did. */
                    userId?: string;
                    /** @description Only this operation, such as `keys.create`. */
                    operation?: string;
                    /**
                     * Format: date-time
                     * @description Nothing before this moment, ISO 8601.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Only what was before this moment, ISO 8601.
                     */
                    to?: string;
                };
            };
        };
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "9",
                     *           "userId": "e5f7091b-4c6d-4f80-9ba2-2d3e4f5a6b7c",
                     *           "email": "ana@example.org",
                     *           "via": "session",
                     *           "keyId": null,
                     *           "operation": "flows.publish",
                     *           "target": {
                     *             "id": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f"
                     *           },
                     *           "outcome": "done",
                     *           "requestId": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0",
                     *           "createdAt": "2026-01-01T12:00:00.000Z"
                     *         }
                     *       ],
                     *       "nextCursor": null
                     *     }
                     */
                    "application/json": {
                        entries: {
                            id: string;
                            /** @description Who did it: an account, `operator` on the command line, `nobody` for a sign-in to no account. */
                            userId: string;
                            /** @description Their address; null when there is no such account (any more). */
                            email: string | null;
                            /**
                             * @description `pairing-link`: whoever had the link of clients.pairingLinks.create open; `userId` made it.
                             * @enum {string}
                             */
                            via: "key" | "session" | "sign-in" | "command-line" | "pairing-link";
                            keyId: string | null;
                            operation: string;
                            /** @description Ids and names out of the input; never what is secret. */
                            target: {
                                [key: string]: unknown;
                            };
                            /** @description `done`, the code it was refused with, or FAILED; of a call that was cut off `changed` when it had changed something, else `begun`. */
                            outcome: string;
                            requestId: string | null;
                            /**
                             * Format: date-time
                             * @description ISO 8601, UTC.
                             */
                            createdAt: string;
                        }[];
                        nextCursor: string | null;
                    };
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            404: components["responses"]["NotFoundError"];
            409: components["responses"]["ConflictError"];
            413: components["responses"]["PayloadTooLargeError"];
            415: components["responses"]["UnsupportedMediaTypeError"];
            422: components["responses"]["UnprocessableContentError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
            504: components["responses"]["GatewayTimeoutError"];
        };
    };
    "events.stream": {
        parameters: {
            query?: {
                /** @description Only these, with commas between them: message.received, message.sent, message.status, message.reaction, message.vote, message.edited, message.deleted, client.status, client.qr, contact.updated, flow.state.changed, flow.event, proxy.failed, connection.failed. */
                events?: string;
                /** @description Only of this client. */
                clientId?: string;
                /** @description The id of the last event that the receiver has; without it, it begins with now. */
                after?: string;
            };
            header?: {
                /** @description The same, as browsers send it when they come back; wins over `after`. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream without an end. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequestError"];
            401: components["responses"]["UnauthorizedError"];
            403: components["responses"]["ForbiddenError"];
            429: components["responses"]["TooManyRequestsError"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailableError"];
        };
    };
    "on.message.received": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.received",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": false,
                 *         "participant": null,
                 *         "timestamp": 1767268800,
                 *         "type": "text",
                 *         "text": "Hello",
                 *         "pushName": "Ana",
                 *         "quotedId": null,
                 *         "status": "DELIVERY_ACK",
                 *         "origin": "contact"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageReceivedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.sent": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.sent",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null,
                 *         "timestamp": 1767268800,
                 *         "type": "text",
                 *         "text": "Hello",
                 *         "pushName": null,
                 *         "quotedId": null,
                 *         "status": "SERVER_ACK",
                 *         "origin": "api"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageSentEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.status": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.status",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null,
                 *         "status": "READ",
                 *         "error": null,
                 *         "failure": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageStatusEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.reaction": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.reaction",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null,
                 *         "by": "447700900123@s.whatsapp.net",
                 *         "reaction": "👍"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageReactionEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.vote": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.vote",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null,
                 *         "by": "447700900123@s.whatsapp.net",
                 *         "options": [
                 *           "Friday"
                 *         ]
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageVoteEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.edited": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.edited",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null,
                 *         "text": "Hello again"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageEditedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.message.deleted": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "message.deleted",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "id": "3EB0C767D097B7C7A1C5",
                 *         "fromMe": true,
                 *         "participant": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["MessageDeletedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.client.status": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "client.status",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "status": "connected",
                 *         "code": "CONNECTED",
                 *         "detail": null,
                 *         "cause": null,
                 *         "rawCode": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClientStatusEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.client.qr": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "client.qr",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "qr": "2@AbCdEf,GhIjKl,MnOpQr,StUvWx"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ClientQrEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.contact.updated": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "contact.updated",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "jid": "447700900123@s.whatsapp.net",
                 *         "lid": "100000000000001@lid",
                 *         "phoneNumber": "+447700900123",
                 *         "name": null,
                 *         "notify": "Ana"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ContactUpdatedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.flow.state.changed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "flow.state.changed",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                 *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *         "contactJid": "447700900123@s.whatsapp.net",
                 *         "state": "completed",
                 *         "currentNodeId": null,
                 *         "error": null
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FlowStateChangedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.flow.event": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "flow.event",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "event": "order.placed",
                 *         "payload": {
                 *           "number": 1001
                 *         },
                 *         "flowId": "b2c4d6e8-1f3a-4c5d-8e7f-9a0b1c2d3e4f",
                 *         "flowStateId": "c3d5e7f9-2a4b-4d6e-9f80-0b1c2d3e4f5a",
                 *         "contactJid": "447700900123@s.whatsapp.net",
                 *         "nodeId": "tell"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FlowEventEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.proxy.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "proxy.failed",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "proxyId": "07192b3d-6e8f-4ba2-9dc4-4f5a6b7c8d9e",
                 *         "fault": "unreachable",
                 *         "movedTo": "293b4d5f-8091-4dc4-9fe6-6b7c8d9eafb0"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ProxyFailedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    "on.connection.failed": {
        parameters: {
            query?: never;
            header: {
                /** @description The id of the event; leave out one you have had. */
                "webhook-id": string;
                /** @description When this attempt was made, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description Signatures after Standard Webhooks, with a space between them. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "1043",
                 *       "type": "connection.failed",
                 *       "timestamp": "2026-01-01T12:00:00.000Z",
                 *       "clientId": "7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f",
                 *       "data": {
                 *         "name": "crm",
                 *         "state": "ended",
                 *         "error": "invalid_grant"
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ConnectionFailedEvent"];
            };
        };
        responses: {
            /** @description The event is taken; any status from 200 to 299 says so. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The webhook is switched off. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
