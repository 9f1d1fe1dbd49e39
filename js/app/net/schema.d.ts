/** The types of the server's API: `make api-types` writes this file. */

export interface paths {
    "/api/account": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "/api/account/blocks": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": string[];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonName"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": string[];
                    };
                };
            };
        };
    };
    "/api/account/bots": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": string[];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonName"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "/api/account/bots/delete": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonName"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": string[];
                    };
                };
            };
        };
    };
    "/api/account/codes": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["RecoveryCodes"];
                    };
                };
            };
        };
    };
    "/api/account/delete": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AccountName"];
                    };
                };
            };
        };
    };
    "/api/account/duty": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LeaseRequest"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["BotLease"];
                    };
                };
            };
        };
    };
    "/api/account/freeplay-token": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LineToken"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["FreeplayToken"];
                    };
                };
            };
        };
    };
    "/api/account/games.zip": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
    };
    "/api/account/password": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPassword"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["PasswordChanged"];
                    };
                };
            };
        };
    };
    "/api/account/sessions": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["LoginSession"][];
                    };
                };
            };
        };
    };
    "/api/account/sessions/end": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SessionToEnd"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["LoginSession"][];
                    };
                };
            };
        };
    };
    "/api/account/settings": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewSettings"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Account"];
                    };
                };
            };
        };
    };
    "/api/account/talk": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Reading"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Switch"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Reading"];
                    };
                };
            };
        };
    };
    "/api/account/tokens": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ApiToken"][];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewToken"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["NewApiToken"];
                    };
                };
            };
        };
    };
    "/api/account/tokens/revoke": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OldToken"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["RevokedToken"];
                    };
                };
            };
        };
    };
    "/api/account/unblock": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PersonName"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": string[];
                    };
                };
            };
        };
    };
    "/api/account/vacation": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Vacation"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewVacation"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Vacation"];
                    };
                };
            };
        };
    };
    "/api/admin": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StaffOverview"];
                    };
                };
            };
        };
    };
    "/api/admin/audit": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AuditPage"];
                    };
                };
            };
        };
    };
    "/api/admin/{act}": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Act"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Done"];
                    };
                };
            };
        };
    };
    "/api/announcement": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Announced"];
                    };
                };
            };
        };
    };
    "/api/catalogue": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        }[];
                    };
                };
            };
        };
    };
    "/api/challenges": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Challenge"][];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewChallenge"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/challenges/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/challenges/{id}/cancel": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/challenges/{id}/decline": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Refusal"] | null;
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/challenges/{id}/take": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/classes": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ClassLine"][];
                    };
                };
            };
        };
    };
    "/api/classes/join": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Joining"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ClassLine"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Class"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/classes/{id}/everything.zip": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/zip": string;
                    };
                };
            };
        };
    };
    "/api/classes/{id}/members": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewMember"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["ClassCode"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/members/{number}/code": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ClassCode"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/members/{number}/versions/{version}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["PlayerVersion"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/results.csv": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": string;
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewClassTournament"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments/{tournament}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments/{tournament}/pairings": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Pairings"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPairings"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Pairings"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments/{tournament}/scoreboard": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Scoreboard"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments/{tournament}/settings": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ClassRules"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/tournaments/{tournament}/status": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewStatus"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/classes/{id}/versions": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewVersion"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["HandedIn"];
                    };
                };
            };
        };
    };
    "/api/descriptions/{game}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/descriptions/{game}/start": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Start"];
                    };
                };
            };
        };
    };
    "/api/device-games": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["DeviceGamePage"];
                    };
                };
            };
        };
    };
    "/api/device-games/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["DeviceGame"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["SavedGame"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["SavedDeviceGame"];
                    };
                };
            };
        };
    };
    "/api/device-games/{id}/delete": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["DeletedDeviceGame"];
                    };
                };
            };
        };
    };
    "/api/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/freeplay": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Freeplay"];
                    };
                };
            };
        };
    };
    "/api/freeplay/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/freeplay/faults": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["PlayerFault"][];
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["FreeplayGame"];
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}/record": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}/record.json": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}/record.txt": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/plain; charset=utf-8": string;
                    };
                };
            };
        };
    };
    "/api/freeplay/games/{id}/table": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["FreeplayTable"];
                    };
                };
            };
        };
    };
    "/api/freeplay/scoreboard": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Scoreboard"];
                    };
                };
            };
        };
    };
    "/api/freeplay/send-away": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["PlayerName"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["PlayerName"];
                    };
                };
            };
        };
    };
    "/api/games": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["GamePage"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewGame"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/abort": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/answer": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["OfferAnswer"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/claim": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/games/{id}/hint": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Hint"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/invitations": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["OpenSeat"][];
                    };
                };
            };
        };
    };
    "/api/games/{id}/look": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Seen"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/offer": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewOffer"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/picture.svg": {
        get: {
            responses: {
                200: {
                    content: {
                        "image/svg+xml": string;
                    };
                };
            };
        };
    };
    "/api/games/{id}/plan": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPlan"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/plies": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewPly"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/ratings": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": (components["schemas"]["SeatRating"] | null)[];
                    };
                };
            };
        };
    };
    "/api/games/{id}/record": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/games/{id}/record.json": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/games/{id}/record.txt": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/plain; charset=utf-8": string;
                    };
                };
            };
        };
    };
    "/api/games/{id}/rematch": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/resign": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/resume": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/review": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Review"];
                    };
                };
            };
        };
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Review"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/review/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/games/{id}/takeback": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["TakebackAnswer"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/talk": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewMessage"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/talk/mute": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Muted"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/talk/report": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["chat_api_Complaint"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["chat_Reported"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/talk/unmute": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Conversation"];
                    };
                };
            };
        };
    };
    "/api/games/{id}/undo": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Seen"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/invitations/{invitation}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Invitation"];
                    };
                };
            };
        };
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Table"];
                    };
                };
            };
        };
    };
    "/api/limits": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Limits"];
                    };
                };
            };
        };
    };
    "/api/lobby": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Lobby"];
                    };
                };
            };
        };
    };
    "/api/lobby/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
    "/api/lobby/quick": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Seek"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Challenge"];
                    };
                };
            };
        };
    };
    "/api/login": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Login"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AccountName"];
                    };
                };
            };
        };
    };
    "/api/logout": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AccountName"];
                    };
                };
            };
        };
    };
    "/api/mail/password": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ResetLink"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Recovered"];
                    };
                };
            };
        };
    };
    "/api/mail/proof": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Confirmation"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ProofSent"];
                    };
                };
            };
        };
    };
    "/api/mail/prove": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["ProofLink"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["AccountName"];
                    };
                };
            };
        };
    };
    "/api/mail/reset": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["LostPassword"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["ResetAsked"];
                    };
                };
            };
        };
    };
    "/api/operator": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Operator"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Secret"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    "/api/operator/resign": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Operator"];
                    };
                };
            };
        };
    };
    "/api/people/{name}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Profile"];
                    };
                };
            };
        };
    };
    "/api/people/{name}/report": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["staff_api_Complaint"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["staff_Reported"];
                    };
                };
            };
        };
    };
    "/api/puzzles/attempts": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Attempt"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Attempted"];
                    };
                };
            };
        };
    };
    "/api/puzzles/solver": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Solver"];
                    };
                };
            };
        };
    };
    "/api/recover": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Recovered"];
                    };
                };
            };
        };
    };
    "/api/register": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Registration"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Registered"];
                    };
                };
            };
        };
    };
    "/api/studies": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyPage"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewStudy"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/copy": {
        post: {
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/delete": {
        post: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Deleted"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/engine": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": unknown;
                    };
                };
            };
        };
    };
    "/api/studies/{id}/file": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/plain; charset=utf-8": string;
                    };
                };
            };
        };
    };
    "/api/studies/{id}/moves": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewMoves"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/notes": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Noting"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/position": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/studies/{id}/promote": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Promotion"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/prune": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["Place"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/studies/{id}/record": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/studies/{id}/record.json": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
            };
        };
    };
    "/api/studies/{id}/record.txt": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/plain; charset=utf-8": string;
                    };
                };
            };
        };
    };
    "/api/studies/{id}/settings": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["StudySettings"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["StudyView"];
                    };
                };
            };
        };
    };
    "/api/time-controls": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Speed"][];
                    };
                };
            };
        };
    };
    "/api/tournaments": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["TournamentPage"];
                    };
                };
            };
        };
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewTournament"];
                };
            };
            responses: {
                201: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/tournaments/{id}": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/tournaments/{id}/results.txt": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/plain; charset=utf-8": string;
                    };
                };
            };
        };
    };
    "/api/tournaments/{id}/scoreboard": {
        get: {
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Scoreboard"];
                    };
                };
            };
        };
    };
    "/api/tournaments/{id}/settings": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewRules"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/api/tournaments/{id}/status": {
        post: {
            requestBody: {
                content: {
                    "application/json": components["schemas"]["NewStatus"];
                };
            };
            responses: {
                200: {
                    content: {
                        "application/json": components["schemas"]["Tournament"];
                    };
                };
            };
        };
    };
    "/games/{id}/events": {
        get: {
            responses: {
                200: {
                    content: {
                        "text/event-stream": string;
                    };
                };
            };
        };
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** @default true */
            accepts_bots: boolean;
            /** @default false */
            bot: boolean;
            /** @default 0 */
            codes_left: number;
            /** @default  */
            device_games: string;
            email: string | null;
            /** @default false */
            email_proved: boolean;
            /** @default 0 */
            expires: number;
            /** @default false */
            mail_turns: boolean;
            /** @default false */
            mails: boolean;
            name: string | null;
            /** @default 0 */
            since: number;
            /** @default false */
            staff: boolean;
        };
        AccountName: {
            name: string | null;
        };
        Act: {
            /** @default  */
            days?: string;
            /** @default  */
            id?: string;
            /** @default  */
            name?: string;
            /** @default  */
            new?: string;
            /** @default  */
            note?: string;
            /** @default  */
            reason?: string;
            /** @default  */
            text?: string;
        };
        Announced: {
            announcement: string;
        };
        Announcement: {
            at: number;
            id: number;
            text: string;
            until: number | null;
        };
        ApiToken: {
            bot: string | null;
            created: number;
            id: string;
            label: string;
            scopes: string[];
            seen: number | null;
        };
        Attempt: {
            game: string;
            moves: string[] | null;
            options: {
                [key: string]: boolean | number | string;
            };
            text: string;
        };
        Attempted: {
            best: string[];
            change: number;
            counted: boolean;
            puzzle_rating: number;
            rating: number;
            result: number[] | null;
            solved: boolean;
            streak: number;
        };
        AuditEntry: {
            about: string;
            act: string;
            actor: string;
            address: string;
            at: number;
            detail: string;
            id: number;
        };
        AuditPage: {
            entries: components["schemas"]["AuditEntry"][];
            total: number;
        };
        Ban: {
            at: number;
            by: string;
            name: string;
            reason: string;
            until: number | null;
        };
        Board: {
            game: string;
            id: string;
            mover: number | null;
            options: {
                [key: string]: boolean | number | string;
            };
            picture: components["schemas"]["Picture"];
            players: string[];
            ply: number;
            scores: (number)[];
        };
        BotLease: {
            mine: boolean;
            seconds: number;
        };
        BotLevel: {
            level: number;
            name: string;
        };
        /**
         * @default {
         *       "abort": false,
         *       "draw": false,
         *       "hint": false,
         *       "pause": false,
         *       "plan": false,
         *       "resign": false,
         *       "undo": false,
         *       "undo_asks": false
         *     }
         */
        Can: {
            /** @default false */
            abort: boolean;
            /** @default false */
            draw: boolean;
            /** @default false */
            hint: boolean;
            /** @default false */
            pause: boolean;
            /** @default false */
            plan: boolean;
            /** @default false */
            resign: boolean;
            /** @default false */
            undo: boolean;
            /** @default false */
            undo_asks: boolean;
        };
        Cell: {
            games: number;
            points: number;
        };
        Challenge: {
            /** @enum {string} */
            audience: "anyone" | "person" | "link";
            control: components["schemas"]["GameControl"];
            created: number;
            delay: number;
            expires: number;
            game: string;
            high: number | null;
            id: string;
            joined: boolean;
            /** @enum {string} */
            kind: "open" | "quick";
            low: number | null;
            mine: boolean;
            note: string;
            options: {
                [key: string]: boolean | number | string;
            };
            places: number;
            public: boolean;
            rated: boolean;
            seats: string[] | null;
            /** @enum {string} */
            status: "open" | "taken" | "cancelled" | "declined" | "expired";
            table: string | null;
            takers: components["schemas"]["Player"][];
            to?: string | null;
            why_not?: string | null;
        };
        Class: {
            id: string;
            join: string | null;
            ladder: string;
            members: components["schemas"]["ClassMember"][];
            name: string;
            number: number;
            opponents: string[];
            refusal: string;
            teacher: boolean;
            tournament: string | null;
            tournaments: components["schemas"]["TournamentLine"][];
            versions: components["schemas"]["HandedIn"][];
        };
        ClassCode: {
            code: string;
            name: string;
            number: number;
        };
        ClassLine: {
            id: string;
            name: string;
            number: number;
            teacher: boolean;
        };
        ClassMember: {
            here: boolean;
            joined: number | null;
            name: string;
            newest: components["schemas"]["HandedIn"] | null;
            number: number;
            teacher: boolean;
        };
        ClassRules: {
            /** @default true */
            engine?: boolean;
            /** @default 120 */
            game?: number;
            /** @default 60 */
            grace?: number;
            house?: string[];
            /** @default 5 */
            move?: number;
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @default freedom */
            plays?: string;
        };
        Clock: {
            abort: number | null;
            /** @default false */
            away: boolean;
            /** @default false */
            paused: boolean;
            running: number | null;
            seats: components["schemas"]["SeatClock"][];
        };
        Confirmation: {
            password: string;
        };
        Connection: {
            host: string;
            port: number;
            public_keys: boolean;
        };
        Control: {
            text: string;
            words: string;
        };
        Conversation: {
            messages: components["schemas"]["Message"][];
            off: string;
            room: string;
            why_not: string;
        };
        Declined: {
            game: string;
            id: string;
            name: string;
            note: string;
        };
        Deleted: {
            deleted: string;
        };
        DeletedDeviceGame: {
            deleted: string;
        };
        DeviceGame: {
            coach: boolean | null;
            created: number;
            id: string;
            record: {
                [key: string]: unknown;
            };
            updated: number;
            version: number;
        };
        DeviceGameLine: {
            created: number;
            game: string;
            id: string;
            options: {
                [key: string]: unknown;
            };
            players: {
                [key: string]: unknown;
            }[];
            ply: number;
            result: {
                [key: string]: unknown;
            } | null;
            updated: number;
            version: number;
        };
        DeviceGamePage: {
            deleted: string[];
            games: components["schemas"]["DeviceGameLine"][];
            page: number;
            pages: number;
        };
        Done: {
            done: string;
        };
        Encounter: {
            game: string | null;
            /** @default  */
            note: string;
            /** @default true */
            over: boolean;
            players: string[];
            points: (number)[];
        };
        Error: {
            error: string;
            field?: string;
            message: string;
        };
        Freeplay: {
            connection: components["schemas"]["Connection"];
            games: components["schemas"]["FreeplayGame"][];
            ladder: string;
            players: components["schemas"]["FreeplayPlayer"][];
            results: components["schemas"]["NamedResult"][];
            tournament: string | null;
            tournaments: components["schemas"]["TournamentLine"][];
        };
        FreeplayGame: {
            game: string;
            id: string;
            mover: number | null;
            moves: string[];
            name: string;
            options: {
                [key: string]: boolean | number | string;
            };
            players: string[];
            result: components["schemas"]["Result"] | null;
            said: string;
            scores: (number)[];
            /** @enum {string} */
            status: "running" | "finished";
            tournament: string | null;
        };
        FreeplayPlayer: {
            game: string | null;
            name: string;
        };
        FreeplayTable: {
            can: components["schemas"]["Can"];
            cells: unknown;
            claim: number | null;
            clock: components["schemas"]["Clock"] | null;
            control: components["schemas"]["GameControl"];
            created: number;
            /** @default  */
            cursor: string;
            curtain: number | null;
            /** @default 0 */
            delay: number;
            /** @default  */
            description: string;
            ended_by: number | null;
            /** @default  */
            ending: string;
            game: string;
            id: string;
            last_ply: number;
            legal: string[];
            /** @default 0 */
            max_plies: number;
            mover: number | null;
            my_turn: boolean;
            /** @default [] */
            offers: components["schemas"]["Offer"][];
            /** @default false */
            onlooker: boolean;
            /** @default  */
            option_words: string;
            options: {
                [key: string]: boolean | number | string;
            };
            paths: {
                [key: string]: string[];
            };
            picture: components["schemas"]["Picture"] | null;
            plan: components["schemas"]["Plan"] | null;
            ply: number;
            present: number[] | null;
            /** @default  */
            prompt: string;
            /** @default false */
            public: boolean;
            /** @default false */
            rated: boolean;
            reason: string;
            /** @default 0 */
            recent: number;
            rematch: string | null;
            result: string;
            scores: number[];
            seats: components["schemas"]["Seat"][];
            /** @default 0 */
            since: number;
            /** @default [] */
            so_far: string[];
            /** @enum {string} */
            status: "waiting" | "running" | "finished";
            takeback: components["schemas"]["Takeback"] | null;
            /** @default [] */
            tally: string[];
            text: string;
            thinking: components["schemas"]["Thinking"] | null;
            title: string;
            tournament: string | null;
            /** @default  */
            trouble: string;
            turns: components["schemas"]["Turn"][];
            updated: number;
            version: number;
            viewer: number | null;
            winners: number[] | null;
        };
        FreeplayToken: {
            name: string;
            token: string;
        };
        /**
         * @default {
         *       "base": 0,
         *       "bonus": 0,
         *       "days": 0,
         *       "kind": "none",
         *       "periods": 0,
         *       "text": "none",
         *       "warn": 0,
         *       "words": "No clock"
         *     }
         */
        GameControl: {
            /** @default 0 */
            base: number;
            /** @default 0 */
            bonus: number;
            /** @default 0 */
            days: number;
            /**
             * @default none
             * @enum {string}
             */
            kind: "none" | "sudden" | "fischer" | "delay" | "byoyomi" | "days";
            /** @default 0 */
            periods: number;
            text: string;
            /** @default 0 */
            warn: number;
            words: string;
        };
        GameLine: {
            created: number;
            game: string;
            id: string;
            left: number | null;
            mover: number | null;
            my_turn: boolean;
            options: string;
            ply: number;
            result: string;
            seats: components["schemas"]["Seat"][];
            /** @enum {string} */
            status: "waiting" | "running" | "finished";
            title: string;
            updated: number;
        };
        GamePage: {
            games: components["schemas"]["GameLine"][];
            page: number;
            pages: number;
            total: number;
        };
        HandedIn: {
            at: number;
            bytes: number;
            fault: string;
            left_out: string;
            version: number;
        };
        Hint: {
            move: string;
            path: string[];
            ply: number;
            /** @default [] */
            pv: string[];
            /** @default [] */
            value: number[];
        };
        HouseBot: {
            certain: boolean;
            level: number;
            name: string;
            rating: number | null;
            title: string;
        };
        Invitation: {
            control: components["schemas"]["GameControl"];
            game: string;
            options: {
                [key: string]: boolean | number | string;
            };
            seat: number;
            seats: components["schemas"]["Seat"][];
            /** @enum {string} */
            state: "free" | "mine" | "seated" | "taken" | "over";
            table: string | null;
            title: string;
        };
        Joining: {
            code: string;
            /** @default  */
            name?: string;
        };
        LeaseRequest: {
            holder: string;
            seconds: number;
        };
        Limits: {
            max_plies: number;
        };
        Line: {
            colour: string;
            points: [
                number,
                number
            ][];
        };
        LineToken: {
            bot?: string | null;
        };
        Lobby: {
            bots: components["schemas"]["BotLevel"][];
            challenges: components["schemas"]["Challenge"][];
            declined: components["schemas"]["Declined"][];
            for_you: components["schemas"]["Challenge"][];
            guests: number;
            house: components["schemas"]["HouseBot"][];
            people: components["schemas"]["Visitor"][];
            seeking: number;
            seeks: components["schemas"]["Challenge"][];
            version: number;
            waiting: components["schemas"]["Challenge"][];
            watch: components["schemas"]["Watched"][];
        };
        Login: {
            /** @default true */
            adopt?: boolean;
            name: string;
            password: string;
        };
        LoginSession: {
            created: number;
            device: string;
            here: boolean;
            id: string;
            seen: number;
        };
        LostPassword: {
            name: string;
        };
        Mark: {
            at: string;
            /** @enum {string} */
            colour: "green" | "red" | "blue" | "yellow";
            /** @default  */
            to?: string;
        };
        Meeting: {
            number: number;
            players: string[];
        };
        Message: {
            at: number;
            id: number;
            mine: boolean;
            name: string;
            text: string;
        };
        Muted: {
            message?: number | null;
        };
        NamedResult: {
            game: number;
            loser: number | null;
            meeting: number;
            name: string;
            players: string[];
            reason: string;
            record: string | null;
            round: number;
            scores: (number)[];
            tournament: string;
            winners: number[];
            words: string;
        };
        NewApiToken: {
            bot: string | null;
            created: number;
            id: string;
            label: string;
            scopes: string[];
            seen: number | null;
            token: string;
        };
        NewChallenge: {
            /**
             * @default anyone
             * @enum {string}
             */
            audience?: "anyone" | "person" | "link";
            /** @default none */
            control?: string;
            /** @default 0 */
            delay?: number;
            game: string;
            high?: number | null;
            low?: number | null;
            options?: {
                [key: string]: string | number | boolean;
            };
            public?: boolean | null;
            /** @default false */
            rated?: boolean;
            /** @default [] */
            seats?: (string | unknown)[];
            side?: number | null;
            /** @default  */
            to?: string;
        };
        NewClassTournament: {
            /** @default true */
            engine?: boolean;
            entrants?: string[];
            /** @default 120 */
            game?: number;
            /** @default 2 */
            games?: number;
            /** @default 60 */
            grace?: number;
            /** @default swiss */
            kind?: string;
            /** @default 5 */
            move?: number;
            name: string;
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @default freedom */
            plays?: string;
            /** @default false */
            review?: boolean;
            rounds?: number | null;
        };
        NewGame: {
            /** @default none */
            control?: string;
            /** @default 0 */
            delay?: number;
            game: string;
            opening?: string | null;
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @default false */
            public?: boolean;
            seats: string[];
        };
        NewMember: {
            name: string;
        };
        NewMessage: {
            text: string;
        };
        NewMoves: {
            moves: string[];
            node: number;
        };
        NewOffer: {
            /** @enum {string} */
            kind: "draw" | "pause";
            ply: number;
        };
        NewPairings: {
            absent?: string[] | null;
            review?: boolean | null;
            /** @default 0 */
            round?: number;
            swap?: [
                string,
                string
            ] | null;
        };
        NewPassword: {
            new: string;
            password: string;
        };
        NewPlan: {
            lines: string[][];
            ply: number;
        };
        NewPly: {
            /** @default 0 */
            lag?: number;
            move: string;
            ply: number;
        };
        NewRules: {
            /** @default 120 */
            game?: number;
            /** @default 60 */
            grace?: number;
            /** @default 5 */
            move?: number;
            options?: {
                [key: string]: string | number | boolean;
            };
        };
        NewSettings: {
            accepts_bots?: boolean | null;
            email?: string | null;
            mail_turns?: boolean | null;
            /** @default  */
            password?: string;
        };
        NewStatus: {
            /** @enum {string} */
            status: "running" | "paused" | "stopped";
        };
        NewStudy: {
            game?: string | null;
            opening?: string | null;
            options?: {
                [key: string]: string | number | boolean;
            };
            ply?: number | null;
            record?: string | null;
            /** @default false */
            reuse?: boolean;
            sample?: string | null;
            table?: string | null;
            title?: string | null;
            /**
             * @default link
             * @enum {string}
             */
            visibility?: "private" | "link" | "listed";
        };
        NewToken: {
            bot?: string | null;
            label: string;
            scopes: string[];
        };
        NewTournament: {
            entrants?: string[];
            /** @default 120 */
            game?: number;
            /** @default 2 */
            games?: number;
            /** @default 60 */
            grace?: number;
            /** @default swiss */
            kind?: string;
            /** @default 5 */
            move?: number;
            name: string;
            options?: {
                [key: string]: string | number | boolean;
            };
            /** @default false */
            review?: boolean;
            rounds?: number | null;
        };
        NewVacation: {
            days: number;
        };
        NewVersion: {
            text: string;
        };
        Noting: {
            comment?: string | null;
            glyph?: string | null;
            marks?: components["schemas"]["Mark"][] | null;
            node: number;
            version: number;
        };
        Offer: {
            answered: boolean;
            /** @enum {string} */
            kind: "draw" | "pause" | "rematch";
            mine: boolean;
            /** @default false */
            refused: boolean;
            seat: number;
        };
        OfferAnswer: {
            allow: boolean;
            /** @enum {string} */
            kind: "draw" | "pause" | "rematch";
            ply: number;
            seat: number;
        };
        OldToken: {
            bot?: string | null;
            id: string;
        };
        OpenSeat: {
            invitation: string;
            seat: number;
        };
        Operator: {
            operator: boolean;
        };
        Pairings: {
            next: components["schemas"]["Round"] | null;
            review: boolean;
        };
        PasswordChanged: {
            /** @default true */
            changed: boolean;
        };
        PersonName: {
            name: string;
        };
        Picture: {
            courses: components["schemas"]["Line"][];
            faces: {
                [key: string]: components["schemas"]["tables_Standing"];
            };
            marks: number[];
            pieces: number[];
            steps: string[][];
        };
        Place: {
            node: number;
            version: number;
        };
        Plan: {
            lines: string[][];
            ply: number;
        };
        Player: {
            bot: boolean;
            certain: boolean;
            name: string | null;
            rating: number | null;
        };
        PlayerFault: {
            at: number;
            game: string | null;
            player: string;
            text: string;
        };
        PlayerName: {
            name: string;
        };
        PlayerVersion: {
            at: number;
            changes: string[];
            fault: string;
            name: string;
            text: string;
            version: number;
        };
        Ply: {
            /** @default  */
            comment: string;
            /** @default  */
            note: string;
            number: number;
            seconds: number | null;
            text: string;
        };
        Profile: {
            accepts_bots: boolean;
            bot: boolean;
            bots: string[];
            games: components["schemas"]["ProfileGame"][];
            name: string;
            owner: string | null;
            ratings: components["schemas"]["ProfileRating"][];
            since: string;
            studies: components["schemas"]["StudyLine"][];
        };
        ProfileGame: {
            ended: number;
            game: string;
            id: string | null;
            others: string[];
            result: string;
            won: boolean | null;
        };
        ProfileRating: {
            certain: boolean;
            deviation: number;
            draws: number;
            game: string;
            losses: number;
            rating: number;
            wins: number;
        };
        Promotion: {
            node: number;
            version: number;
            /** @default false */
            wholly?: boolean;
        };
        ProofLink: {
            secret: string;
        };
        ProofSent: {
            sent: string | null;
        };
        Reading: {
            on: boolean;
        };
        Recovered: {
            name: string;
            sessions_ended: number;
            tokens_revoked: number;
        };
        Recovery: {
            code: string;
            name: string;
            password: string;
        };
        RecoveryCodes: {
            codes: string[];
        };
        Refusal: {
            /** @default  */
            note?: string;
        };
        Registered: {
            codes: string[];
            name: string;
        };
        Registration: {
            /** @default  */
            email?: string;
            name: string;
            password: string;
        };
        Report: {
            about: string;
            about_name: string;
            at: number;
            done: number | null;
            done_by: string | null;
            game_id: string | null;
            id: number;
            note: string;
            reason: string;
            reporter: string;
            reporter_name: string;
            words: string;
        };
        ResetAsked: {
            /** @default true */
            asked: boolean;
        };
        ResetLink: {
            password: string;
            secret: string;
        };
        Result: {
            game: number;
            loser: number | null;
            meeting: number;
            players: string[];
            reason: string;
            record: string | null;
            round: number;
            scores: (number)[];
            winners: number[];
            words: string;
        };
        Review: {
            done: number;
            review: {
                [key: string]: unknown;
            } | null;
            /** @enum {string} */
            status: "none" | "running" | "done";
            total: number;
            trouble: string;
        };
        RevokedToken: {
            revoked: string;
        };
        Round: {
            absent: string[];
            byes: string[];
            meetings: components["schemas"]["Meeting"][];
            number: number;
        };
        SavedDeviceGame: {
            id: string;
            version: number;
        };
        SavedGame: {
            coach?: boolean | null;
            created: number;
            record: {
                [key: string]: unknown;
            };
            updated: number;
            version: number;
        };
        Score: {
            draws: number;
            losses: number;
            wins: number;
        };
        Scoreboard: {
            away: string[];
            boards: components["schemas"]["Board"][];
            crosstable: (components["schemas"]["Cell"] | null)[][];
            free: string;
            games: number | null;
            id: string;
            kind: string;
            meetings: components["schemas"]["Encounter"][];
            more_boards: number;
            more_results: number;
            name: string;
            played: number;
            results: components["schemas"]["Encounter"][];
            round: number;
            rules: string;
            said: string;
            settings: components["schemas"]["Settings"];
            standings: components["schemas"]["tournaments_Standing"][];
            /** @enum {string} */
            status: "running" | "paused" | "finished" | "stopped";
            ties: string[];
            verdict: string;
        };
        Seat: {
            /** @default  */
            account: string;
            colour: string;
            index: number;
            is_me: boolean;
            /** @enum {string} */
            kind: "person" | "bot" | "open";
            level: number | null;
            /** @default  */
            level_name: string;
            name: string;
            player: string;
            /** @default false */
            program: boolean;
        };
        SeatClock: {
            /** @default false */
            in_period: boolean;
            /** @default 0 */
            periods: number;
            seconds: number;
        };
        SeatRating: {
            before: number;
            now: number;
        };
        Secret: {
            secret: string;
        };
        Seek: {
            control: string;
            game: string;
            /** @default true */
            rated?: boolean;
        };
        Seen: {
            ply: number;
        };
        SessionToEnd: {
            id?: string | null;
        };
        Settings: {
            /** @default true */
            engine: boolean;
            game: number;
            grace: number;
            /** @default [] */
            house: string[];
            move: number;
            options: {
                [key: string]: string;
            };
            /** @default freedom */
            plays: string;
        };
        Solver: {
            deviation: number;
            longest_streak: number;
            rating: number;
            solved: number;
            streak: number;
            themes: components["schemas"]["Theme"][];
            tried: number;
        };
        Speed: {
            controls: components["schemas"]["Control"][];
            name: string;
        };
        Sprt: {
            bounds: [
                number,
                number
            ];
            elo: [
                number | null,
                number | null,
                number | null
            ];
            elo0: number;
            elo1: number;
            llr: number;
            pairs: number[];
            verdict: string | null;
        };
        StaffOverview: {
            announcements: components["schemas"]["Announcement"][];
            bans: components["schemas"]["Ban"][];
            public_games: string[];
            reports: components["schemas"]["Report"][];
            total: number;
        };
        Start: {
            paths: {
                [key: string]: string[];
            };
            picture: components["schemas"]["Picture"];
        };
        StudyLine: {
            game: string;
            id: string;
            nodes: number;
            title: string;
            updated: number;
            visibility: string;
        };
        StudyNode: {
            /** @default  */
            comment?: string;
            /** @default  */
            glyph?: string;
            id: number;
            /** @default [] */
            marks?: components["schemas"]["Mark"][];
            /** @default  */
            move?: string;
            /** @default -1 */
            mover?: number;
            /** @default -1 */
            parent?: number;
            /** @default 0 */
            turn?: number;
        };
        StudyPage: {
            page: number;
            pages: number;
            studies: components["schemas"]["StudyLine"][];
            total: number;
        };
        StudySettings: {
            title?: string | null;
            version: number;
            /** @enum {null|string} */
            visibility?: "private" | "link" | "listed" | null;
        };
        StudyView: {
            author: string | null;
            created: number;
            game: string;
            id: string;
            mine: boolean;
            node?: number | null;
            nodes: components["schemas"]["StudyNode"][];
            opening: string | null;
            options: {
                [key: string]: boolean | number | string;
            };
            players: {
                [key: string]: unknown;
            }[] | null;
            position?: {
                [key: string]: unknown;
            } | null;
            title: string;
            updated: number;
            version: number;
            visibility: string;
        };
        Switch: {
            on: boolean;
        };
        Table: {
            can: components["schemas"]["Can"];
            cells: unknown;
            claim: number | null;
            clock: components["schemas"]["Clock"] | null;
            control: components["schemas"]["GameControl"];
            created: number;
            /** @default  */
            cursor: string;
            curtain: number | null;
            /** @default 0 */
            delay: number;
            ended_by: number | null;
            /** @default  */
            ending: string;
            game: string;
            id: string;
            last_ply: number;
            legal: string[];
            /** @default 0 */
            max_plies: number;
            mover: number | null;
            my_turn: boolean;
            /** @default [] */
            offers: components["schemas"]["Offer"][];
            /** @default false */
            onlooker: boolean;
            /** @default  */
            option_words: string;
            options: {
                [key: string]: boolean | number | string;
            };
            paths: {
                [key: string]: string[];
            };
            picture: components["schemas"]["Picture"] | null;
            plan: components["schemas"]["Plan"] | null;
            ply: number;
            present: number[] | null;
            /** @default  */
            prompt: string;
            /** @default false */
            public: boolean;
            /** @default false */
            rated: boolean;
            reason: string;
            /** @default 0 */
            recent: number;
            rematch: string | null;
            result: string;
            scores: number[];
            seats: components["schemas"]["Seat"][];
            /** @default 0 */
            since: number;
            /** @default [] */
            so_far: string[];
            /** @enum {string} */
            status: "waiting" | "running" | "finished";
            takeback: components["schemas"]["Takeback"] | null;
            /** @default [] */
            tally: string[];
            text: string;
            thinking: components["schemas"]["Thinking"] | null;
            title: string;
            /** @default  */
            trouble: string;
            turns: components["schemas"]["Turn"][];
            updated: number;
            version: number;
            viewer: number | null;
            winners: number[] | null;
        };
        Takeback: {
            answered: boolean;
            mine: boolean;
            ply: number;
            seat: number;
        };
        TakebackAnswer: {
            allow: boolean;
            ply: number;
            seat: number;
        };
        Theme: {
            solved: number;
            theme: string;
            tried: number;
        };
        Thinking: {
            /** @default false */
            hint: boolean;
            limit: number;
            /** @default [] */
            pv: string[];
            seat: number;
            seconds: number;
            /** @default [] */
            value: number[];
        };
        Tournament: {
            created: number;
            crosstable: (components["schemas"]["Score"] | null)[][];
            entrants: string[];
            id: string;
            kind: string;
            name: string;
            over: boolean;
            plan: {
                [key: string]: unknown;
            };
            players: number;
            results: components["schemas"]["Result"][];
            rounds: components["schemas"]["Round"][];
            said: string;
            settings: components["schemas"]["Settings"];
            sprt: components["schemas"]["Sprt"] | null;
            standings: components["schemas"]["tournaments_Standing"][];
            /** @enum {string} */
            status: "running" | "paused" | "finished" | "stopped";
            updated: number;
        };
        TournamentLine: {
            created: number;
            id: string;
            kind: string;
            name: string;
            players: number;
            settings: components["schemas"]["Settings"];
            /** @enum {string} */
            status: "running" | "paused" | "finished" | "stopped";
            updated: number;
        };
        TournamentPage: {
            page: number;
            pages: number;
            total: number;
            tournaments: components["schemas"]["TournamentLine"][];
        };
        Turn: {
            mover: number;
            number: number;
            plies: components["schemas"]["Ply"][];
        };
        Vacation: {
            days_left: number;
            until: number | null;
        };
        Visitor: {
            bot: boolean;
            name: string;
        };
        Watched: {
            control: string;
            game: string;
            id: string;
            options: string;
            ply: number;
            rated: boolean;
            seats: components["schemas"]["WatchedSeat"][];
            title: string;
            watchers: number;
        };
        WatchedSeat: {
            account: string | null;
            bot: boolean;
            name: string;
            player: string;
            rating: number | null;
        };
        chat_Reported: {
            reported: number;
        };
        chat_api_Complaint: {
            message: number;
            /** @default  */
            reason?: string;
        };
        staff_Reported: {
            reported: string;
        };
        staff_api_Complaint: {
            reason: string;
        };
        tables_Standing: {
            /** @default [] */
            courses: components["schemas"]["Line"][];
            pieces: number[];
        };
        tournaments_Standing: {
            byes: number;
            deviation: number;
            draws: number;
            games: number;
            interval: [
                number,
                number
            ];
            losses: number;
            name: string;
            points: number;
            rank: number;
            rating: number;
            ties: {
                [key: string]: number;
            };
            wins: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AccountName = components['schemas']['AccountName'];
export type Act = components['schemas']['Act'];
export type Announced = components['schemas']['Announced'];
export type Announcement = components['schemas']['Announcement'];
export type ApiToken = components['schemas']['ApiToken'];
export type Attempt = components['schemas']['Attempt'];
export type Attempted = components['schemas']['Attempted'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditPage = components['schemas']['AuditPage'];
export type Ban = components['schemas']['Ban'];
export type Board = components['schemas']['Board'];
export type BotLease = components['schemas']['BotLease'];
export type BotLevel = components['schemas']['BotLevel'];
export type Can = components['schemas']['Can'];
export type Cell = components['schemas']['Cell'];
export type Challenge = components['schemas']['Challenge'];
export type Class = components['schemas']['Class'];
export type ClassCode = components['schemas']['ClassCode'];
export type ClassLine = components['schemas']['ClassLine'];
export type ClassMember = components['schemas']['ClassMember'];
export type ClassRules = components['schemas']['ClassRules'];
export type Clock = components['schemas']['Clock'];
export type Confirmation = components['schemas']['Confirmation'];
export type Connection = components['schemas']['Connection'];
export type Control = components['schemas']['Control'];
export type Conversation = components['schemas']['Conversation'];
export type Declined = components['schemas']['Declined'];
export type Deleted = components['schemas']['Deleted'];
export type DeletedDeviceGame = components['schemas']['DeletedDeviceGame'];
export type DeviceGame = components['schemas']['DeviceGame'];
export type DeviceGameLine = components['schemas']['DeviceGameLine'];
export type DeviceGamePage = components['schemas']['DeviceGamePage'];
export type Done = components['schemas']['Done'];
export type Encounter = components['schemas']['Encounter'];
export type Error = components['schemas']['Error'];
export type Freeplay = components['schemas']['Freeplay'];
export type FreeplayGame = components['schemas']['FreeplayGame'];
export type FreeplayPlayer = components['schemas']['FreeplayPlayer'];
export type FreeplayTable = components['schemas']['FreeplayTable'];
export type FreeplayToken = components['schemas']['FreeplayToken'];
export type GameControl = components['schemas']['GameControl'];
export type GameLine = components['schemas']['GameLine'];
export type GamePage = components['schemas']['GamePage'];
export type HandedIn = components['schemas']['HandedIn'];
export type Hint = components['schemas']['Hint'];
export type HouseBot = components['schemas']['HouseBot'];
export type Invitation = components['schemas']['Invitation'];
export type Joining = components['schemas']['Joining'];
export type LeaseRequest = components['schemas']['LeaseRequest'];
export type Limits = components['schemas']['Limits'];
export type Line = components['schemas']['Line'];
export type LineToken = components['schemas']['LineToken'];
export type Lobby = components['schemas']['Lobby'];
export type Login = components['schemas']['Login'];
export type LoginSession = components['schemas']['LoginSession'];
export type LostPassword = components['schemas']['LostPassword'];
export type Mark = components['schemas']['Mark'];
export type Meeting = components['schemas']['Meeting'];
export type Message = components['schemas']['Message'];
export type Muted = components['schemas']['Muted'];
export type NamedResult = components['schemas']['NamedResult'];
export type NewApiToken = components['schemas']['NewApiToken'];
export type NewChallenge = components['schemas']['NewChallenge'];
export type NewClassTournament = components['schemas']['NewClassTournament'];
export type NewGame = components['schemas']['NewGame'];
export type NewMember = components['schemas']['NewMember'];
export type NewMessage = components['schemas']['NewMessage'];
export type NewMoves = components['schemas']['NewMoves'];
export type NewOffer = components['schemas']['NewOffer'];
export type NewPairings = components['schemas']['NewPairings'];
export type NewPassword = components['schemas']['NewPassword'];
export type NewPlan = components['schemas']['NewPlan'];
export type NewPly = components['schemas']['NewPly'];
export type NewRules = components['schemas']['NewRules'];
export type NewSettings = components['schemas']['NewSettings'];
export type NewStatus = components['schemas']['NewStatus'];
export type NewStudy = components['schemas']['NewStudy'];
export type NewToken = components['schemas']['NewToken'];
export type NewTournament = components['schemas']['NewTournament'];
export type NewVacation = components['schemas']['NewVacation'];
export type NewVersion = components['schemas']['NewVersion'];
export type Noting = components['schemas']['Noting'];
export type Offer = components['schemas']['Offer'];
export type OfferAnswer = components['schemas']['OfferAnswer'];
export type OldToken = components['schemas']['OldToken'];
export type OpenSeat = components['schemas']['OpenSeat'];
export type Operator = components['schemas']['Operator'];
export type Pairings = components['schemas']['Pairings'];
export type PasswordChanged = components['schemas']['PasswordChanged'];
export type PersonName = components['schemas']['PersonName'];
export type Picture = components['schemas']['Picture'];
export type Place = components['schemas']['Place'];
export type Plan = components['schemas']['Plan'];
export type Player = components['schemas']['Player'];
export type PlayerFault = components['schemas']['PlayerFault'];
export type PlayerName = components['schemas']['PlayerName'];
export type PlayerVersion = components['schemas']['PlayerVersion'];
export type Ply = components['schemas']['Ply'];
export type Profile = components['schemas']['Profile'];
export type ProfileGame = components['schemas']['ProfileGame'];
export type ProfileRating = components['schemas']['ProfileRating'];
export type Promotion = components['schemas']['Promotion'];
export type ProofLink = components['schemas']['ProofLink'];
export type ProofSent = components['schemas']['ProofSent'];
export type Reading = components['schemas']['Reading'];
export type Recovered = components['schemas']['Recovered'];
export type Recovery = components['schemas']['Recovery'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type Refusal = components['schemas']['Refusal'];
export type Registered = components['schemas']['Registered'];
export type Registration = components['schemas']['Registration'];
export type Report = components['schemas']['Report'];
export type ResetAsked = components['schemas']['ResetAsked'];
export type ResetLink = components['schemas']['ResetLink'];
export type Result = components['schemas']['Result'];
export type Review = components['schemas']['Review'];
export type RevokedToken = components['schemas']['RevokedToken'];
export type Round = components['schemas']['Round'];
export type SavedDeviceGame = components['schemas']['SavedDeviceGame'];
export type SavedGame = components['schemas']['SavedGame'];
export type Score = components['schemas']['Score'];
export type Scoreboard = components['schemas']['Scoreboard'];
export type Seat = components['schemas']['Seat'];
export type SeatClock = components['schemas']['SeatClock'];
export type SeatRating = components['schemas']['SeatRating'];
export type Secret = components['schemas']['Secret'];
export type Seek = components['schemas']['Seek'];
export type Seen = components['schemas']['Seen'];
export type SessionToEnd = components['schemas']['SessionToEnd'];
export type Settings = components['schemas']['Settings'];
export type Solver = components['schemas']['Solver'];
export type Speed = components['schemas']['Speed'];
export type Sprt = components['schemas']['Sprt'];
export type StaffOverview = components['schemas']['StaffOverview'];
export type Start = components['schemas']['Start'];
export type StudyLine = components['schemas']['StudyLine'];
export type StudyNode = components['schemas']['StudyNode'];
export type StudyPage = components['schemas']['StudyPage'];
export type StudySettings = components['schemas']['StudySettings'];
export type StudyView = components['schemas']['StudyView'];
export type Switch = components['schemas']['Switch'];
export type Table = components['schemas']['Table'];
export type Takeback = components['schemas']['Takeback'];
export type TakebackAnswer = components['schemas']['TakebackAnswer'];
export type Theme = components['schemas']['Theme'];
export type Thinking = components['schemas']['Thinking'];
export type Tournament = components['schemas']['Tournament'];
export type TournamentLine = components['schemas']['TournamentLine'];
export type TournamentPage = components['schemas']['TournamentPage'];
export type Turn = components['schemas']['Turn'];
export type Vacation = components['schemas']['Vacation'];
export type Visitor = components['schemas']['Visitor'];
export type Watched = components['schemas']['Watched'];
export type WatchedSeat = components['schemas']['WatchedSeat'];
export type ChatReported = components['schemas']['chat_Reported'];
export type ChatApiComplaint = components['schemas']['chat_api_Complaint'];
export type StaffReported = components['schemas']['staff_Reported'];
export type StaffApiComplaint = components['schemas']['staff_api_Complaint'];
export type TablesStanding = components['schemas']['tables_Standing'];
export type TournamentsStanding = components['schemas']['tournaments_Standing'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
