// Calls every operation through the generated types, and writes the ids of the operations.
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

declare const process: { argv: string[]; exit(status: number): never };
const [, , baseUrl, username, password, log] = process.argv;
const asText = (body: unknown) => body as string;
const bytes = { bodySerializer: asText, headers: { "Content-Type": "application/octet-stream" } };
const line = "HandA:Ac-Kd-Jd-3d HandB:5c-5d-6c-7d Board:Ah-Kh-5s-2s-Qd\n";
const deal = {
  game: "omaha-hilo" as const,
  hands: { HandA: "Ac-Kd-Jd-3d", HandB: "5c-5d-6c-7d" },
};
const calledOperations: string[] = [];

function expect<T>(operation: string, result: { data?: T; response: Response }, status = 200): T {
  if (result.response.status !== status) {
    console.error(operation, result.response.status, JSON.stringify(result));
    process.exit(1);
  }
  calledOperations.push(operation);
  return result.data as T;
}

const anonymous = createClient<paths>({ baseUrl });
const token = expect("create_token", await anonymous.POST("/api/tokens/", { body: { username, password, name: "laptop" } }), 201);
const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token.token}` } });

const stored = expect("settle", await api.POST("/api/showdowns/", { body: { ...deal, board: "Ah-Kh-5s-2s-Qd" } }), 201);
if (!stored.headline.startsWith("HandB scoops")) process.exit(2);
const withId = (id: string) => ({ params: { path: { id } } });
const id = (stored as { id: string }).id;
expect("get_showdown", await api.GET("/api/showdowns/{id}/", withId(id)));
if (expect("list_showdowns", await api.GET("/api/showdowns/")).results.length !== 1) process.exit(3);
const results = expect("settle_many", await api.POST("/api/showdowns/bulk/", { body: line, parseAs: "text", ...bytes }));
if (!String(results).includes("scoops")) process.exit(4);
expect("odds", await api.POST("/api/odds/", { body: { ...deal, board: "Ah-Kh-5s" } }));
const players = [{ name: "Ann", buy_ins: [20, 20], cash_out: 85 }, { name: "Bo", buy_ins: [45] }];
if (expect("settle_up", await api.POST("/api/settle-up/", { body: { players } })).open) process.exit(6);
const table = { stacks: { Ann: 60, Bo: 40 }, prizes: [70, 30] };
if (!expect("propose_deals", await api.POST("/api/deals/", { body: table })).exact) process.exit(7);

const form = new FormData();
form.append("file", new Blob([line]), "night.txt");
const file = { body: form as unknown as { file: string } };
const batch = expect("submit_batch", await api.POST("/api/batches/", file), 202);
const audit = expect("submit_audit", await api.POST("/api/audits/", { body: log, ...bytes }), 202);
expect("get_batch", await api.GET("/api/batches/{id}/", withId(batch.id)));
expect("get_audit", await api.GET("/api/audits/{id}/", withId(audit.id)));
expect("list_batches", await api.GET("/api/batches/"));
expect("list_audits", await api.GET("/api/audits/"));
expect("get_batch_errors", await api.GET("/api/batches/{id}/errors/", { ...withId(batch.id), parseAs: "text" }));
expect("get_batch_output", await api.GET("/api/batches/{id}/output/", { ...withId(batch.id), parseAs: "blob" }), 409);
expect("get_audit_report", await api.GET("/api/audits/{id}/report/", { ...withId(audit.id), parseAs: "blob" }), 409);
expect("get_audit_night", await api.GET("/api/audits/{id}/night/", withId(audit.id)), 409);
expect("resume_batch", await api.POST("/api/batches/{id}/resume/", withId(batch.id)), 409);
expect("cancel_batch", await api.POST("/api/batches/{id}/cancel/", withId(batch.id)), 202);
expect("remove_batch", await api.DELETE("/api/batches/{id}/", withId(batch.id)), 204);
expect("remove_audit", await api.DELETE("/api/audits/{id}/", withId(audit.id)), 204);

expect("convert_log", await api.POST("/api/logs/convert/", { body: log, parseAs: "text", ...bytes }));
const drill = expect("get_drill", await api.GET("/api/drills/", { params: { query: { drill: "low" } } }));
const answers = await Promise.all([true, false].map((answer) => api.POST("/api/drills/answer/", { body: { ticket: drill.ticket, answer } })));
const grades = answers.map((grade) => expect("answer_drill", grade).right);
if (grades[0] === grades[1]) process.exit(5);

expect("list_games", await api.GET("/api/games/"));
expect("list_rule_sets", await api.GET("/api/rule-sets/"));
expect("list_problems", await api.GET("/api/problems/"));
expect("get_problem", await api.GET("/api/problems/{name}/", { params: { path: { name: "not-found" } } }));
expect("list_addresses", await api.GET("/api/"));
console.log(calledOperations.join("\n"));
