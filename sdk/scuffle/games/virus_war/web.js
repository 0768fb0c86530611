export { draw } from "../virus_war_family/web.js";
export { series, table } from "../virus_war_family/figures.js";
