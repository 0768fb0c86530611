export { draw, series, table } from "../virus_war_family/web.js";
