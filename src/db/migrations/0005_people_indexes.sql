CREATE INDEX "message_by_participant" ON "message" USING btree ("client_id","participant") WHERE participant is not null;--> statement-breakpoint
CREATE INDEX "message_reactors" ON "message" USING gin ("reactions") WHERE reactions is not null;--> statement-breakpoint
CREATE INDEX "message_voters" ON "message" USING gin ("votes") WHERE votes is not null;--> statement-breakpoint
CREATE INDEX "message_receipt_by_participant" ON "message_receipt" USING btree ("participant");