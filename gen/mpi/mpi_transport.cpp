// SPDX-License-Identifier: MIT
#include "mpi_transport.hpp"

#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

namespace mexbase {

namespace {

void check(int status, const char* what) {
    if (status == MPI_SUCCESS) return;
    std::vector<char> text(MPI_MAX_ERROR_STRING + 1);
    int length = 0;
    MPI_Error_string(status, text.data(), &length);
    throw Error(ErrorCode::io, std::string(what) + ": " + text.data());
}

/// Waits for all requests. First asks often, because a round of a small ply takes microseconds. Later it sleeps,
/// because other ranks may compute or write for a long time on the same processors.
void wait_for(std::vector<MPI_Request>& requests) {
    using namespace std::chrono_literals;
    for (int tries = 0;; ++tries) {
        int done = 0;
        check(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE),
              "cannot exchange data with other processes");
        if (done != 0) return;
        if (tries < 2000)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(tries < 4000 ? 50us : 1ms);
    }
}

int int_of(unsigned number) {
    return static_cast<int>(number);
}

}  // namespace

MpiTransport::MpiTransport(int& argc, char**& argv) {
    int provided = 0, rank = 0, ranks = 1, here = 1;
    check(MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided), "cannot start MPI");
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "cannot ask MPI for the number of this process");
    check(MPI_Comm_size(MPI_COMM_WORLD, &ranks), "cannot ask MPI for the number of processes");
    MPI_Comm machine;
    check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
          "cannot find the processes of this machine");
    MPI_Comm_size(machine, &here);
    MPI_Comm_free(&machine);
    rank_ = static_cast<unsigned>(rank);
    ranks_ = static_cast<unsigned>(ranks);
    ranks_here_ = static_cast<unsigned>(here);
}

MpiTransport::~MpiTransport() {
    MPI_Finalize();
}

void MpiTransport::exchange(Round& round) {
    // One collective call carries the words, and the number of bytes from each rank to each.
    const std::size_t words = round.words.size(), sent = words + 1;
    std::vector<std::uint64_t> out(ranks_ * sent), in(ranks_ * sent);
    for (unsigned r = 0; r < ranks_; ++r) {
        std::copy(round.words.begin(), round.words.end(), out.begin() + static_cast<std::ptrdiff_t>(r * sent));
        out[r * sent + words] = round.out[r].size();
    }
    std::vector<MPI_Request> requests(1);
    check(MPI_Ialltoall(out.data(), static_cast<int>(sent), MPI_UINT64_T, in.data(), static_cast<int>(sent),
                        MPI_UINT64_T, MPI_COMM_WORLD, requests.data()),
          "cannot exchange data with other processes");
    wait_for(requests);
    requests.clear();
    round.all_words.clear();
    round.in.resize(ranks_);
    constexpr std::size_t most = std::size_t{1} << 30;  // bytes of a message, whose length is an `int`
    const auto in_pieces = [&](std::byte* bytes, std::size_t size, const auto& start) {
        for (std::size_t at = 0; at < size; at += most) {
            requests.emplace_back();
            check(start(bytes + at, static_cast<int>(std::min(most, size - at)), &requests.back()),
                  "cannot exchange data with other processes");
        }
    };
    for (unsigned r = 0; r < ranks_; ++r) {
        const auto from = in.begin() + static_cast<std::ptrdiff_t>(r * sent);
        round.all_words.insert(round.all_words.end(), from, from + static_cast<std::ptrdiff_t>(words));
        round.in[r].resize(static_cast<std::size_t>(in[r * sent + words]));
        in_pieces(round.in[r].data(), round.in[r].size(), [r](std::byte* bytes, int size, MPI_Request* request) {
            return MPI_Irecv(bytes, size, MPI_BYTE, int_of(r), 0, MPI_COMM_WORLD, request);
        });
    }
    // Every rank begins with another receiver.
    for (unsigned k = 1; k < ranks_; ++k) {
        const unsigned r = (rank_ + k) % ranks_;
        in_pieces(round.out[r].data(), round.out[r].size(), [r](std::byte* bytes, int size, MPI_Request* request) {
            return MPI_Isend(bytes, size, MPI_BYTE, int_of(r), 0, MPI_COMM_WORLD, request);
        });
    }
    wait_for(requests);
}

}  // namespace mexbase
